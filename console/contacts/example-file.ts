const NAMES = [
  "Ada Example",
  "Ben Example",
  "Cleo Example",
  "Dan Example",
  "Eve Example",
  "Finn Example",
  "Gus Example",
  "Hana Example",
];
const CITIES = [
  { city: "New York", area: "212", zone: "America/New_York" },
  { city: "Chicago", area: "312", zone: "America/Chicago" },
  { city: "Los Angeles", area: "213", zone: "America/Los_Angeles" },
];

/** Builds a file of invented people, with numbers that are reserved for examples. */
export const buildExampleFile = (): File => {
  const rows = CITIES.flatMap(({ city, area, zone }) =>
    NAMES.map((name, index) => `+1${area}55501${String(10 + index)},${name},${zone},${city}`),
  );
  return new File([["phone_number,name,timezone,city", ...rows, ""].join("\n")], "example-contacts.csv", {
    type: "text/csv",
  });
};
