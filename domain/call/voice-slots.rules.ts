const SHARE_OF_ORGANIZATION = 0.75;
const SHARE_OF_VISITORS = 0.5;

/** Counts the places of media processes that one organization may have, whatever its calls are, so that others can speak too. */
export const countSlotsOfOrganization = (places: number): number => Math.ceil(places * SHARE_OF_ORGANIZATION);

/**
 * Counts the places that an organization's unknown visitors, on other sites, may keep until they join: fewer, so that some are left to
 * its own people.
 */
export const countSlotsOfVisitors = (places: number): number => Math.max(Math.floor(places * SHARE_OF_VISITORS), 1);
