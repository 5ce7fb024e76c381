/** Every workflow, and the activities that only read and write rows. */
export const WORKFLOW_QUEUE = "ringdown";
/** Activities that speak to carriers: their number at a time bounds the connections held during a request. */
export const CARRIER_QUEUE = "ringdown-carriers";
/** Activities that stream files. */
export const IMPORT_QUEUE = "ringdown-imports";
