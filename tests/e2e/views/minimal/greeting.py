from pydantic import BaseModel


class Greeting(BaseModel):
    text: str
    mark: str = "</script>\u00e9"
