import type { DefinitionOf } from "../../domain/tool/tool-definition.ts";

/** Hands the person to a colleague's telephone, which rings for 20 seconds at most. */
export const transferTool = {
  schema_version: 1,
  type: "transfer_call",
  config: {
    mode: "cold",
    hold: null,
    briefing_language: null,
    further_destinations: [],
    destination_source: "static",
    workflow_id: null,
    channel_id: null,
    destination: "+14155550199",
    messageType: "none",
    customMessage: null,
    audioRecordingId: null,
    timeout: 20,
    parameters: [],
    resolver: null,
    context_mapping: null,
  },
} satisfies DefinitionOf<"transfer_call">;
