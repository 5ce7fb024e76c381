import type { Readable } from "node:stream";
import type { z } from "zod";
import type { OperationArea } from "../../domain/access/api-key-scope.ts";
import { type SandboxRule } from "../../domain/environment/sandbox.rules.ts";
import type { TimelineKind } from "../../domain/timeline/timeline-kinds.ts";
import type { OperationContext, Role } from "./operation-context.ts";
import type { RawAnswer } from "./raw-answer.ts";

export type Method = "get" | "post" | "put" | "patch" | "delete";
/** `public`: no credentials. Otherwise the lowest role with access. */
export type Permission = "public" | Role;

/** The trace of a mutating operation in the timeline: the kind of the event, or why there is none. */
export type TimelineTrace = TimelineKind | { none: string };

/** An error whose `detail` is not only a sentence. */
export interface ErrorAnswer {
  description: string;
  /** Set for a page that people see in a browser. */
  contentTypes?: readonly string[];
  /** Another possible schema of `detail`. */
  detail?: z.ZodType;
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type Input<S> = S extends z.ZodType ? z.input<S> : undefined;

/**
 * One row of the specification: the complete definition of an operation, from which the route, its validation, the
 * OpenAPI document, the access tests and the typed client are made.
 */
export interface Operation<P = unknown, Q = unknown, B = unknown, R = unknown> {
  /** The name in the specification, and the OpenAPI operationId. */
  id: string;
  /** With `sandbox` it tells the scope that a narrowed key needs. */
  area: OperationArea;
  method: Method;
  /** Below `/api/v1`, parameters in braces. */
  path: string;
  summary: string;
  permission: Permission;
  sandbox: SandboxRule;
  /** Set where a member may use it who has yet to set up the second factor that the organization asks for. */
  beforeSecondFactor?: true;
  params?: P;
  query?: Q;
  /** Set where others add parameters of their own, which are then ignored; it says who does. Everywhere else they are refused. */
  foreignQuery?: string;
  body?: B;
  /**
   * The kind of body: JSON by default; `raw` is in `input.request.rawBody`. `multipart`: a form, which the operation
   * reads from `input.request.stream`, or JSON by the schema `body`, which must be optional.
   */
  bodyKind?: "json" | "multipart" | "raw";
  /**
   * The event is written at once, or by the workflow that the operation starts. Every mutating operation needs it
   * (`scripts/timeline-traces.ts`).
   */
  timeline?: TimelineTrace;
  /** Secret fields of the body: they are left out of hashes that are stored for an Idempotency-Key. */
  secretFields?: readonly string[];
  success: {
    status: number;
    description: string;
    body?: R;
    contentTypes?: readonly string[];
    /** What the data of its events is, where it is a stream and no read operation beside it says so. */
    events?: z.ZodType;
  };
  /** Set where the answer may also be 202, from `createAcceptedAnswer`: the result is delivered in another way. */
  accepted?: { description: string; body: z.ZodType };
  /** Set for a stream that can end: it says when the answer is 204, so that a client does not connect again. */
  ended?: string;
  /** False: no limit per address. For callers that authenticate by a signature and do not repeat refused requests. */
  limitedPerAddress?: false;
  /** Set where it adds many rows, or rows that may be large: refused while the organization's rows exceed their limit. */
  addsRows?: true;
  /** The connections that its work uses; by default those of the requests. */
  connectionsOf?: "callbacks" | "streams";
  /** Set where the work takes long or needs much memory: an organization has a few of a kind in progress, and more wait. */
  share?: ShareName;
  /** Error answers besides the common ones, each with its cause. */
  errors?: Readonly<Record<number, string | ErrorAnswer>>;
}

/** Kinds of work of which an organization has a few at once; `request-guards.ts` says how many. */
export type ShareName =
  /** It asks a server that the organization names. */
  | "asking"
  /** It asks the organization's models, and a person waits. */
  | "conversing"
  /** It answers a list whole, which may be many megabytes. */
  | "listing"
  /** It answers a page of rows that may be long each. */
  | "paging"
  /** It makes a file of all there is, for as long as it is sent. */
  | "reporting";

interface InputOfOperation<P, Q, B> extends WithRequest {
  params: Output<P>;
  query: Output<Q>;
  body: Output<B>;
}

/** What a verb takes of its operation's input, by the schemas of those parts: `OperationInput<{ params: typeof agentParams }>`. */
export type OperationInput<Schemas extends { params?: z.ZodType; query?: z.ZodType; body?: z.ZodType }> = {
  [Part in keyof Schemas]: Output<Schemas[Part]>;
};

export interface WithRequest {
  request: OperationRequest;
}

export interface OperationRequest {
  method: string;
  /** The body as it arrives; for a form with an Idempotency-Key, as it was stored. */
  stream: Readable;
  rawBody: Buffer;
  headers: Record<string, string | undefined>;
  url: string;
}

/** Input that has passed the operation's own schemas. */
export interface ValidatedInput {
  params: unknown;
  query: unknown;
  body: unknown;
  request: OperationRequest;
}

export interface RunnableOperation<P = unknown, Q = unknown, B = unknown, R = unknown> extends Operation<P, Q, B, R> {
  run(context: OperationContext, input: InputOfOperation<P, Q, B>): Promise<Input<R> | RawAnswer>;
  /**
   * Set where the answer is stored with the rows and a step follows them: it is done again when an Idempotency-Key gets a success
   * again, because a crash may have left it out.
   */
  afterReplay?(context: OperationContext, input: InputOfOperation<P, Q, B>): Promise<void>;
}

/** The type in tables: before an operation runs, its input is validated by its own schemas. */
export interface AnyOperation
  extends Operation<z.ZodObject | undefined, z.ZodObject | undefined, z.ZodType | undefined, z.ZodType | undefined> {
  run(context: OperationContext, input: ValidatedInput): Promise<unknown>;
  afterReplay?(context: OperationContext, input: ValidatedInput): Promise<void>;
}

export const defineOperation = <
  P extends z.ZodObject | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  R extends z.ZodType | undefined = undefined,
>(
  operation: RunnableOperation<P, Q, B, R>,
): RunnableOperation<P, Q, B, R> => operation;
