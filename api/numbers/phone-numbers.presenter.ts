import type { PhoneNumberWithAgent } from "../../infra/postgres/number/phone-number.repository.ts";
import type { CarrierSync } from "../../infra/telephony/point-number.ts";
import { presentPlannedVersions } from "../versions-side-by-side.ts";

/** Presents a number for every answer; `phoneNumberAnswer` is its schema. */
export const presentPhoneNumber = (row: PhoneNumberWithAgent, sync: CarrierSync | null = null) => ({
  ...row,
  inbound_workflow_id: row.inbound_agent_id,
  inbound_workflow_name: row.inbound_agent_name,
  text_workflow_id: row.text_agent_id,
  versions: presentPlannedVersions(row.version_plan),
  provider_sync: sync,
});
