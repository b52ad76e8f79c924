"""Where the example's weather comes from: a file of made-up reports."""

import datetime as dt
from collections import Counter
from pathlib import Path
from typing import Self

from pydantic import BaseModel

from forecast import Condition, Day, Forecast

DATA = Path(__file__).with_name("forecast.json")
BETWEEN_REPORTS = dt.timedelta(hours=3)
SHIFTS = (0.0, 0.8, -0.6, 1.4, -1.1)
"""How far, in °C, each report in turn lies from the first one."""


class UnknownCityError(LookupError):
    """There is no weather for a city; the message lists the cities that have some."""


class DayRecord(BaseModel):
    """A day as the file holds it; its date follows from its place."""

    low: float
    high: float
    condition: Condition
    rain_chance: int
    wind: float


class CityRecord(BaseModel):
    """A city as the file holds it."""

    city: str
    country: str
    days: list[DayRecord]


class Station(BaseModel):
    """All cities, and how often each has reported anew."""

    source: str
    first_day: dt.date
    first_report: dt.datetime
    cities: list[CityRecord]
    reports: Counter[str] = Counter()

    @classmethod
    def load(cls) -> Self:
        """Read the file."""
        return cls.model_validate_json(DATA.read_text("utf-8"))

    def forecast(self, city: str, days: int, *, anew: bool = False) -> Forecast:
        """Make the forecast that a city's last report allows.

        Args:
            city: Name of the city, in any case.
            days: How many days to look ahead.
            anew: Let the city report anew before.

        Raises:
            UnknownCityError: If there is no such city.
        """
        record = self._find(city)
        self.reports[record.city] += anew
        count = self.reports[record.city]
        shift = SHIFTS[count % len(SHIFTS)]
        return Forecast(
            city=record.city,
            country=record.country,
            source=self.source,
            updated=self.first_report + count * BETWEEN_REPORTS,
            days=[self._day(n, day, shift) for n, day in enumerate(record.days[:days])],
        )

    def _find(self, city: str) -> CityRecord:
        wanted = city.strip().casefold()
        for record in self.cities:
            if record.city.casefold() == wanted:
                return record
        known = ", ".join(record.city for record in self.cities)
        raise UnknownCityError(f"There is no weather for {city!r}. Known cities: {known}.")

    def _day(self, number: int, record: DayRecord, shift: float) -> Day:
        return Day(
            date=self.first_day + dt.timedelta(days=number),
            low=round(record.low + shift / 2, 1),
            high=round(record.high + shift, 1),
            condition=record.condition,
            rain_chance=record.rain_chance,
            wind=record.wind,
        )
