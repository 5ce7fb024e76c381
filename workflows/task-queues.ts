/** For every workflow, and for activities that only read and write rows. */
export const WORKFLOW_QUEUE = "ringdown";
/** For activities that send requests to carriers: their limit bounds the connections held during a request. */
export const CARRIER_QUEUE = "ringdown-carriers";
/** For activities that stream files. */
export const IMPORT_QUEUE = "ringdown-imports";
/** For activities that send the requests of agents' tools: somebody waits for the answer in a call. */
export const TOOL_QUEUE = "ringdown-tools";
/** For activities in which an agent replies to messages: somebody reads along. Their tools run on `TOOL_QUEUE`. */
export const REPLY_QUEUE = "ringdown-replies";
/** For activities that deliver events to organizations' systems, which may be slow and must not delay others. */
export const WEBHOOK_QUEUE = "ringdown-webhooks";
/** For activities after a call: files, prices, conclusions. Nobody waits for them. */
export const FOLLOW_UP_QUEUE = "ringdown-follow-up";
/** For the activity that speaks and listens in calls on the telephone; only media processes serve it. */
export const MEDIA_QUEUE = "ringdown-media";
/**
 * For the same activity in web calls, which wait in it for minutes until somebody joins: calls on the telephone must not wait
 * behind them.
 */
export const BROWSER_MEDIA_QUEUE = "ringdown-media-browser";
/** For activities that read documents: each extraction is a separate process, so their limit bounds the processes. */
export const DOCUMENT_QUEUE = "ringdown-documents";
/** For activities that play rehearsed conversations: they ask models, and nobody waits on a line. */
export const REHEARSAL_QUEUE = "ringdown-rehearsals";
/** For activities that simulate campaigns: each takes a processor for as long as it runs, and nobody waits on a line. */
export const WHAT_IF_QUEUE = "ringdown-what-ifs";
