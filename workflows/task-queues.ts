/** Every workflow, and the activities that only read and write rows. */
export const WORKFLOW_QUEUE = "ringdown";
/** Activities that speak to carriers: their number at a time bounds the connections held during a request. */
export const CARRIER_QUEUE = "ringdown-carriers";
/** Activities that stream files. */
export const IMPORT_QUEUE = "ringdown-imports";
/** Activities that send what an agent's tools ask for: somebody waits for the answer in a call. */
export const TOOL_QUEUE = "ringdown-tools";
/** Activities in which an agent replies to what people write: somebody reads along. Their tools are run on `TOOL_QUEUE`. */
export const REPLY_QUEUE = "ringdown-replies";
/** Activities that deliver events to systems of organizations: they may answer slowly, and hold up nobody else. */
export const WEBHOOK_QUEUE = "ringdown-webhooks";
/** Activities about calls that are over: files, prices, conclusions. Nobody waits for them. */
export const FOLLOW_UP_QUEUE = "ringdown-follow-up";
/** The activity that speaks and hears in calls; media processes alone take from it. */
export const MEDIA_QUEUE = "ringdown-media";
/** Activities that read documents: each extraction is a process of its own, which their number at a time bounds. */
export const DOCUMENT_QUEUE = "ringdown-documents";
