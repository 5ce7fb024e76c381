import { CHANGES_NOTHING, proposeEdit } from "../../application/request/propose-edit.ts";
import type { UpgradeDocument } from "../../application/template/due-documents.ts";
import { findShelfTemplate } from "../../application/template/find-on-shelf.ts";
import {
  followVersion,
  readUpgradeBase,
  storeProposedUpgrade,
  type UpgradeBase,
  type UpgradeTool,
} from "../../application/template/follow-upgrade.ts";
import { deriveHiredParts } from "../../application/template/hired-ids.ts";
import { compareFields } from "../../domain/agent/definition-difference.ts";
import { readDefinition } from "../../domain/agent/read-definition.ts";
import { buildHiredAgent, type HiredAgent } from "../../domain/template/hired-agent.ts";
import { mergeFields, mergeUpgrade } from "../../domain/template/merge-upgrade.ts";
import { findTextInLanguage, isNewerVersion } from "../../domain/template/template.ts";
import type { Agent } from "../../infra/postgres/agent/agent.entity.ts";
import { lockAgent } from "../../infra/postgres/agent/agent-changes.repository.ts";
import { readVersion } from "../../infra/postgres/agent/agent-to-run.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import type { TemplateHire } from "../../infra/postgres/template/template-hire.entity.ts";
import { findHireOfAgent } from "../../infra/postgres/template/template-hire.repository.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { startOncePromptly } from "../../infra/temporal/start-workflow.ts";
import { requestContract, requestStartOptions } from "../../workflows/request/request.contract.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { presentRequest } from "../requests/requests.presenter.ts";
import { readHireVariables } from "./hire-answers.ts";
import type { hireParams, upgradeBody } from "./hires.schemas.ts";
import { hireNotFound, noNewerVersion, upgradeRefused } from "./marketplace.errors.ts";
import type { AskedTemplate } from "./require-template.ts";
import { compareDocuments, listMissingDocuments, listMissingTools, type NewerVersion } from "./upgrade-parts.ts";

type Input = OperationInput<{ params: typeof hireParams; body: typeof upgradeBody }>;

/**
 * Proposes the newest version of its template to a hired agent, as a draft with its differences. Nothing else changes
 * before an admin publishes it. The row is written before the request's workflow starts; maintenance starts the workflow
 * after a crash in between. A version that changes nothing in the agent is followed at once.
 */
export const upgradeHire = async (context: OperationContext, { params, body }: Input) => {
  const { row, answer } = await context.inOrganization(async (tx) => {
    const agent = await lockAgent(tx, params.workflow_id);
    const hire = agent && (await findHireOfAgent(tx, agent.id));
    if (!hire || hire.state === "failed") throw hireNotFound();
    if (hire.state === "running") throw upgradeRefused("Its hire is still under way");
    const asked = await newerTemplate(tx, hire);
    const variables = readHireVariables(context, asked, {
      variables: knownAnswers(asked, { ...hire.variables, ...body.variables }),
    });
    const request = await propose(context, tx, { agent, hire, asked, variables });
    const upgrade = {
      ...(request ? presentRequest(request) : { event_id: null, workflow_id: agent.id, detail: NOTHING_TO_PUBLISH }),
      from_version: hire.template_version,
      to_version: asked.template.version,
    };
    context.keepAnswer(tx, upgrade);
    return { row: request, answer: upgrade };
  });
  if (row) await startOncePromptly(context.temporal, requestContract.type, requestStartOptions(row));
  return answer;
};

const NOTHING_TO_PUBLISH = "The new version changes nothing in the agent: it follows it from now on";

const newerTemplate = async (tx: OrganizationTransaction, hire: TemplateHire): Promise<AskedTemplate> => {
  const template = await findShelfTemplate(tx, hire.template_id);
  const text = template && findTextInLanguage(template, hire.language);
  if (!template || !text) throw upgradeRefused("Its template is no longer on the shelf");
  if (!isNewerVersion(template.version, hire.template_version)) throw noNewerVersion(hire.template_version);
  return { template, text };
};

/** Returns the answers without those to questions that the new version no longer asks. */
const knownAnswers = ({ text }: AskedTemplate, answers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(text.variables.flatMap(({ key }) => (answers[key] ? [[key, answers[key]]] : [])));

interface Upgrade extends NewerVersion {
  /** The agent's row, locked. */
  agent: Agent;
}

/** Returns null when there is nothing to decide about: the agent follows the version now. */
const propose = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  upgrade: Upgrade,
): Promise<RequestRow | null> => {
  const { agent, hire, asked, variables } = upgrade;
  if (agent.published_version_id === null) throw hireNotFound();
  const published = await readVersion(tx, agent.published_version_id);
  const { agent_name: agentName, greeting, voice } = hire;
  const made = buildHiredAgent(
    asked.text,
    { agentName, variables, greeting, voice },
    deriveHiredParts(hire.uuid, asked.template),
  );
  const base = await readUpgradeBase(tx, hire);
  const merged = mergeUpgrade(base.definition, readDefinition(published.definition), made.definition);
  const kept = [...merged.kept];
  const tools = await listMissingTools(tx, upgrade);
  const documents = await listMissingDocuments(tx, upgrade, base);
  const merges = mergedBeside({ base, made, kept }, published);
  const beside = { ...merges, difference: [...merges.difference, ...compareDocuments(documents)] };
  const proposed = await proposeEdit(
    tx,
    {
      organizationId: hire.organization_id,
      requestKey: `upgrade:${context.requestUuid()}`,
      actor: formatActor(context.actor),
      agentId: agent.id,
    },
    { change: () => merged.definition, reason: reasonOf(upgrade, { kept, tools, documents }), beside },
  );
  const documentKeys = asked.text.documents.map(({ key }) => key);
  const followed = { version: asked.template.version, made, variables, documentKeys };
  if ("fault" in proposed) {
    if (proposed.fault !== CHANGES_NOTHING) throw upgradeRefused(proposed.fault);
    await followVersion(tx, hire, followed);
    recordTimelineAtCommit(tx, {
      organizationId: hire.organization_id,
      kind: "system",
      actor: formatActor(context.actor),
      summary: `Agent ${agent.name} follows version ${followed.version} of its template, which changes nothing in it`,
      agentId: agent.id,
    });
    return null;
  }
  await storeProposedUpgrade(tx, hire, { ...followed, request: proposed, tools, documents });
  return proposed;
};

/** Merges settings and variables into the draft; returns their differences from the published ones. */
const mergedBeside = (
  { base, made, kept }: { base: UpgradeBase; made: HiredAgent; kept: string[] },
  published: {
    configurations: Readonly<Record<string, unknown>>;
    templateVariables: Readonly<Record<string, unknown>>;
  },
) => {
  const configurations = mergeFields(
    { base: base.configurations, ours: published.configurations, theirs: { ...made.configurations } },
    kept,
    "Settings",
  );
  const variables = mergeFields(
    { base: base.variables, ours: published.templateVariables, theirs: made.variables },
    kept,
    "Variables",
  );
  const part = (id: string, name: string, [before, after]: [Record<string, unknown>, Record<string, unknown>]) => {
    const fields = compareFields(before, after);
    return fields.length === 0 ? [] : [{ id, name, change: "changed" as const, fields }];
  };
  return {
    content: { configurations, template_context_variables: variables },
    difference: [
      ...part("settings", "Settings", [published.configurations, { ...configurations }]),
      ...part("variables", "Variables", [published.templateVariables, { ...variables }]),
    ],
  };
};

/** Returns a sentence for the people who decide: what changes, and what stays although the template changes it. */
const reasonOf = (
  { hire, asked: { template, text } }: Upgrade,
  {
    kept,
    tools,
    documents,
  }: { kept: readonly string[]; tools: readonly UpgradeTool[]; documents: readonly UpgradeDocument[] },
): string => {
  const sentences = [
    `The template ${text.name} has version ${template.version}; the agent was made of ${hire.template_version}.`,
    ...(kept.length > 0 ? [`Your changes of these stay: ${[...new Set(kept)].join(", ")}.`] : []),
    ...(tools.length > 0 ? [`It comes with the tools ${tools.map(({ name }) => name).join(", ")}.`] : []),
    ...(documents.length > 0
      ? [`It comes with the documents ${documents.map(({ filename }) => filename).join(", ")}.`]
      : []),
    ...(text.documents.length > documents.length ? ["The documents that it has stay as they are."] : []),
  ];
  return sentences.join(" ");
};
