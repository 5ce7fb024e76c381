/** The names of the time zones that this browser knows and the platform takes: those of places, and UTC. */
export const TIME_ZONES: readonly string[] = [
  ...Intl.supportedValuesOf("timeZone").filter((zone) => zone.includes("/") && !zone.startsWith("Etc/")),
  "UTC",
];
