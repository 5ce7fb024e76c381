/** The names of the time zones that this browser knows. */
export const TIME_ZONES: readonly string[] = Intl.supportedValuesOf("timeZone");
