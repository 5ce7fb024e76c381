import type { Readable } from "node:stream";
import type { z } from "zod";
import type { TimelineKind } from "../../domain/timeline/timeline-kinds.ts";
import type { OperationContext, Role } from "./operation-context.ts";
import type { RawAnswer } from "./raw-answer.ts";

export type Method = "get" | "post" | "put" | "patch" | "delete";
/** `public`: no credentials. Otherwise the least role that may. */
export type Permission = "public" | Role;

/** What an operation that changes something leaves in the timeline: the kind of the event, or why there is none. */
export type TimelineTrace = TimelineKind | { none: string };

/** An error whose answer has another shape than a sentence as its `detail`. */
export interface ErrorAnswer {
  description: string;
  /** A page that people see in their browser. */
  contentTypes?: readonly string[];
  /** What `detail` can also be. */
  detail?: z.ZodType;
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type Input<S> = S extends z.ZodType ? z.input<S> : undefined;

/**
 * One row of the specification: everything that is known about an operation stands here, and from here come the
 * route, its validation, the OpenAPI document, the access tests and the typed client.
 */
export interface Operation<P = unknown, Q = unknown, B = unknown, R = unknown> {
  /** The name in the specification; the OpenAPI operationId. */
  id: string;
  area: string;
  method: Method;
  /** Below `/api/v1`, parameters in braces. */
  path: string;
  summary: string;
  permission: Permission;
  params?: P;
  query?: Q;
  body?: B;
  /**
   * What a body is: JSON by default; `raw` is in `input.request.rawBody`. `multipart`: a form, which the operation reads
   * from `input.request.stream`, or JSON by the schema `body`, which must be optional.
   */
  bodyKind?: "json" | "multipart" | "raw";
  /** At once, or by the workflow that it starts. Every operation that changes something must say it: `scripts/timeline-traces.ts`. */
  timeline?: TimelineTrace;
  /** Fields of the body that hold a secret: they are in no hash that is kept for an Idempotency-Key. */
  secretFields?: readonly string[];
  success: { status: number; description: string; body?: R; contentTypes?: readonly string[] };
  /** Where the answer may also be 202, which the operation then gives by `acceptedAnswer`: what is asked for comes another way. */
  accepted?: { description: string; body: z.ZodType };
  /** False: no limit per address. For callers that prove themselves by a signature and do not come again when refused. */
  limitedPerAddress?: false;
  /** Whose connections its work takes; those of the requests unless it says so. */
  connectionsOf?: "callbacks" | "streams";
  /** Error answers besides those that every operation of its kind has, each with when. */
  errors?: Readonly<Record<number, string | ErrorAnswer>>;
}

export interface OperationInput<P, Q, B> {
  params: Output<P>;
  query: Output<Q>;
  body: Output<B>;
  request: OperationRequest;
}

export interface OperationRequest {
  method: string;
  /** The body as it comes; of a form with an Idempotency-Key, as it was kept. */
  stream: Readable;
  rawBody: Buffer;
  headers: Record<string, string | undefined>;
  url: string;
}

/** What the operation's own schemas have let pass. */
export interface ValidatedInput {
  params: unknown;
  query: unknown;
  body: unknown;
  request: OperationRequest;
}

export interface RunnableOperation<P = unknown, Q = unknown, B = unknown, R = unknown> extends Operation<P, Q, B, R> {
  run(context: OperationContext, input: OperationInput<P, Q, B>): Promise<Input<R> | RawAnswer>;
}

/** The type that tables hold: whoever runs it validates the input by the operation's own schemas first. */
export interface AnyOperation
  extends Operation<z.ZodObject | undefined, z.ZodObject | undefined, z.ZodType | undefined, z.ZodType | undefined> {
  run(context: OperationContext, input: ValidatedInput): Promise<unknown>;
}

export const defineOperation = <
  P extends z.ZodObject | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  R extends z.ZodType | undefined = undefined,
>(
  operation: RunnableOperation<P, Q, B, R>,
): RunnableOperation<P, Q, B, R> => operation;
