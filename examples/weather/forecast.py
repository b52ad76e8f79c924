"""What server and view both know: the shape of a forecast."""

import datetime as dt
from typing import Literal

from pydantic import BaseModel, Field

Condition = Literal["sunny", "partly cloudy", "cloudy", "fog", "rain", "thunderstorms", "sleet", "snow"]


class Day(BaseModel):
    """The weather of one day."""

    date: dt.date
    low: float = Field(description="Lowest temperature in °C")
    high: float = Field(description="Highest temperature in °C")
    condition: Condition
    rain_chance: int = Field(ge=0, le=100, description="Chance of precipitation in %")
    wind: float = Field(ge=0, description="Wind in km/h")

    def __str__(self) -> str:
        return (
            f"{self.date:%a} {self.date.day} {self.date:%b}: {self.condition}, "
            f"{self.low:.0f} to {self.high:.0f} °C, "
            f"{self.rain_chance} % chance of rain, wind {self.wind:.0f} km/h"
        )


class Forecast(BaseModel):
    """The weather of the next days in one city."""

    city: str
    country: str
    updated: dt.datetime
    source: str
    days: list[Day] = Field(min_length=1)

    def __str__(self) -> str:
        head = f"Weather in {self.city}, {self.country}"
        note = f"({self.source}, updated {self.updated:%d %B %Y, %H:%M} UTC)"
        return "\n".join([f"{head} {note}", *map(str, self.days)])
