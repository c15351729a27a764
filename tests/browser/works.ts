/** A criterion of the eleven hours of a working day. */
export const works = {
  id: "works",
  name: "Construction",
  level: "LAeq",
  from: "07:00",
  to: "18:00",
  over: "window",
  limit: 65,
};

export const workingDays = ["mon", "tue", "wed", "thu", "fri"];
