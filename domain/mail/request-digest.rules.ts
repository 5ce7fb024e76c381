import { MINUTE_SECONDS } from "../time/durations.rules.ts";

/** Requests within these seconds share one mail. */
export const GATHER_REQUESTS_SECONDS = 5;

/** The interval between two mails about requests to one member; the mail itself says ten minutes. */
export const MAIL_EVERY_SECONDS = 10 * MINUTE_SECONDS;
