/** Characters of a contact list's name and of its description. */
export const LONGEST_LIST_NAME = 255;
export const LONGEST_LIST_DESCRIPTION = 2_000;

/** Characters of a contact's name. */
export const LONGEST_CONTACT_NAME = 255;

/** States of a campaign in which it dials its list or may do so: the list is not deleted then. */
export const STATES_THAT_NEED_LIST = ["draft", "scheduled", "running", "paused"] as const;

/** A campaign that failed can be resumed: it needs its list too, unless it has taken its contacts already. */
export const STATES_THAT_NEED_LIST_BEFORE_SNAPSHOT = ["failed"] as const;
