import type { DefinitionDifference } from "../agent/definition-difference.ts";
import type { RequestKind } from "./request.rules.ts";

/** The contents of each kind of request that people see; none of them is secret. */
export interface RequestSubjects {
  question: { text: string; choices: readonly string[] };
  action: { tool_uuid: string; tool_name: string; summary: string; can_be_undone: boolean };
  edit: { workflow_id: number; draft_version: number; draft_hash: string; reason: string; diff: DefinitionDifference };
  secret: {
    name: string;
    why: string;
    /** The type of the credential that stores the value; a bearer token by default. */
    credential_type?: "bearer_token" | "api_key" | "custom_header";
    /** Required for `api_key` and `custom_header`. */
    header_name?: string;
    /** The tool that uses the credential from then on. */
    tool_uuid?: string;
  };
}

export type RequestSubject = { [K in RequestKind]: { kind: K; subject: RequestSubjects[K] } }[RequestKind];
