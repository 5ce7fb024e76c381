import type { DefinitionDifference } from "../agent/definition-difference.ts";
import type { RequestKind } from "./request.rules.ts";

/** What each kind of request shows to people; nothing of it is secret. */
export interface RequestSubjects {
  question: { text: string; choices: readonly string[] };
  action: { tool_uuid: string; tool_name: string; summary: string; can_be_undone: boolean };
  edit: { workflow_id: number; draft_version: number; draft_hash: string; reason: string; diff: DefinitionDifference };
  secret: {
    name: string;
    why: string;
    /** What kind of credential the value becomes; a bearer token when it is left out. */
    credential_type?: "bearer_token" | "api_key" | "custom_header";
    /** Given for `api_key` and `custom_header`. */
    header_name?: string;
    /** The tool that sends it along from then on. */
    tool_uuid?: string;
  };
}

export type RequestSubject = { [K in RequestKind]: { kind: K; subject: RequestSubjects[K] } }[RequestKind];
