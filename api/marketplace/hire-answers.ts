import type { z } from "zod";
import { findVoiceFault } from "../../application/telephony/speakable-voice.ts";
import { hasAudio } from "../../application/web-call/has-audio.ts";
import type { AgentVoice } from "../../domain/agent/agent-voice.ts";
import { readAnswers } from "../../domain/template/hire-answers.ts";
import { buildHiredTool, listToolAddresses } from "../../domain/template/hired-agent.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { type FieldFault, HttpError, invalidField } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { hireBody } from "./hires.schemas.ts";
import type { AskedTemplate } from "./require-template.ts";

type Body = z.output<typeof hireBody>;

/**
 * Returns the agent's variables by key: the answers, else the defaults. Refuses missing, unknown or invalid answers.
 */
export const readHireVariables = (
  { guardedRequests }: Pick<OperationContext, "guardedRequests">,
  { template, text }: AskedTemplate,
  { variables: given = {} }: Pick<Body, "variables">,
): Record<string, string> => {
  const { variables, faults: wrong } = readAnswers(text.variables, given);
  const faults = wrong.map(({ key, sentence, kind }) => fault(key, sentence, kind));
  if (faults.length === 0) faults.push(...addressFaults({ guardedRequests }, { template, variables }));
  if (faults.length > 0) throw new HttpError(422, "validation_error", faults);
  return variables;
};

const fault = (key: string, msg: string, type: string): FieldFault => ({ loc: ["body", "variables", key], msg, type });

/** Finds addresses of tools that answers make forbidden. */
const addressFaults = (
  { guardedRequests }: Pick<OperationContext, "guardedRequests">,
  { template, variables }: Pick<AskedTemplate, "template"> & { variables: Record<string, string> },
): FieldFault[] =>
  template.tools.flatMap((tool) => {
    const asked = listToolAddresses(tool.definition);
    return listToolAddresses(buildHiredTool(tool, variables)).flatMap((address, index) => {
      const msg = guardedRequests.urlFault(address);
      if (msg === null) return [];
      const keys = Object.keys(variables).filter((key) => asked[index]?.includes(`{{${key}}}`));
      return keys.map((key) => fault(key, `The tool ${tool.name} cannot ask this address: ${msg}`, "value_error"));
    });
  });

/** Returns the requested voice, else the template's own, which is dropped where no carrier has it. */
export const readHireVoice = async (
  { carriers, config }: Pick<OperationContext, "carriers" | "config">,
  tx: OrganizationTransaction,
  { template, text, body }: AskedTemplate & OperationInput<{ body: typeof hireBody }>,
): Promise<AgentVoice | null> => {
  const { voice_id, voice_gender: gender } = body;
  const { language } = text;
  const speakers = { carriers, hasAudio: hasAudio(config) };
  const wanted = { ...(voice_id !== undefined && { voice_id }), ...(gender !== undefined && { gender }) };
  if (Object.keys(wanted).length === 0) {
    return (await findVoiceFault(tx, speakers, { voice: template.voice, language })) === null ? template.voice : null;
  }
  const msg = await findVoiceFault(tx, speakers, { voice: wanted, language });
  if (msg !== null) throw invalidField([voice_id === undefined ? "voice_gender" : "voice_id"], msg);
  return wanted;
};
