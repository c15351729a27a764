import pandas
from gateway import read_day

samples = pandas.DataFrame(
    read_day("demo-lisbon", "demo-lisbon-street"), columns=["datetime", "Leq"]
).astype({"Leq": float})
samples["datetime"] = pandas.to_datetime(samples["datetime"], utc=True).dt.tz_convert("Europe/Lisbon")
for hour, level in samples.set_index("datetime")["Leq"].resample("1h").max().items():
    print(hour, level)
