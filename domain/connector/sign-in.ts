/** The least role that connects accounts of apps: whoever has lost it meanwhile cannot finish a sign-in. */
export const CONNECTING_ROLE = "admin";

/** A person signs in at the app within this time. */
export const SIGN_IN_MINUTES = 10;
/** A sign-in that was not finished is removed so long after its end. */
export const SIGN_INS_KEPT_HOURS = 24;
