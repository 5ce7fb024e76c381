export type { ContactFiles, ImportFileOptions } from "./contact-files.ts";
export { Conversation, type Conversations, type Reply } from "./conversations.ts";
export type { DocumentFiles, UploadOptions } from "./document-files.ts";
export {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  type ErrorCode,
  type ErrorOf,
  type Fault,
  isErrorOf,
  LimitReachedError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  RingdownError,
  ServerError,
  ValidationError,
} from "./errors.ts";
export type { EventStream, StreamedEvent } from "./event-stream.ts";
export { type FollowOptions, ProcessingFailedError } from "./follow.ts";
export type * from "./generated/areas.ts";
export type { ErrorCodes } from "./generated/error-codes.ts";
export { VERSION } from "./generated/operations.ts";
export type * from "./generated/types.ts";
export type { Answer, Input, Route } from "./inputs.ts";
export type { List } from "./list.ts";
export { Ringdown } from "./ringdown.ts";
export type { CallOptions, RingdownOptions } from "./settings.ts";
export type { NamedFile } from "./upload.ts";
export { type ReceivedWebhook, verifyWebhook, WebhookVerificationError } from "./verify-webhook.ts";
