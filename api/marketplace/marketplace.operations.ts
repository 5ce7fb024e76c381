import { defineOperation } from "../http/operation.ts";
import { QUOTA_REACHED } from "../require-quota.ts";
import { createPack } from "./create-pack.ts";
import { createPackVersion } from "./create-pack-version.ts";
import { getHire } from "./get-hire.ts";
import { hireTemplate } from "./hire-template.ts";
import { hireAnswer, hireBody, hiredAgentBody, hireParams, upgradeAnswer, upgradeBody } from "./hires.schemas.ts";
import { listPackVersions } from "./list-pack-versions.ts";
import { listPacks } from "./list-packs.ts";
import { listTemplates } from "./list-templates.ts";
import { getPack, getTemplate } from "./marketplace.reads.ts";
import {
  packAnswer,
  packListAnswer,
  packParams,
  packsQuery,
  templateAnswer,
  templateListAnswer,
  templateParams,
  templateQuery,
  templatesQuery,
} from "./marketplace.schemas.ts";
import {
  createPackBody,
  ownPackParams,
  packVersionBody,
  packVersionListAnswer,
  withdrawnPackAnswer,
} from "./own-packs.schemas.ts";
import { publishPack } from "./publish-pack.ts";
import { upgradeHire } from "./upgrade-hire.ts";
import { withdrawPack } from "./withdraw-pack.ts";

const area = "Marketplace";

export const listTemplatesOperation = defineOperation({
  id: "marketplace.templates.list",
  area,
  method: "get",
  path: "/agent-templates",
  summary: "Every agent on the shelf",
  permission: "viewer",
  sandbox: "read",
  query: templatesQuery,
  success: { status: 200, description: "The templates that speak the language", body: templateListAnswer },
  share: "listing",
  run: listTemplates,
});

export const getTemplateOperation = defineOperation({
  id: "marketplace.templates.get",
  area,
  method: "get",
  path: "/agent-templates/{template_id}",
  summary: "One template",
  permission: "viewer",
  sandbox: "read",
  params: templateParams,
  query: templateQuery,
  success: { status: 200, description: "Its text, its questions and its needs", body: templateAnswer },
  errors: { 404: "No such template" },
  share: "listing",
  run: getTemplate,
});

export const hireTemplateOperation = defineOperation({
  id: "marketplace.templates.hire",
  area,
  method: "post",
  path: "/agent-templates/{template_id}/create",
  summary: "Hire an agent from a template; it always uses the organization's current models",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  params: templateParams,
  body: hireBody,
  addsRows: true,
  success: { status: 200, description: "The agent, published, and what it still needs", body: hiredAgentBody },
  errors: {
    402: QUOTA_REACHED,
    404: "No such template",
    409: "A step failed permanently; what was created is removed again",
    503: "Temporal does not answer",
  },
  run: hireTemplate,
});

export const getHireOperation = defineOperation({
  id: "marketplace.hires.get",
  area,
  method: "get",
  path: "/workflows/{workflow_id}/hire",
  summary: "How far the hire of an agent is: its tools and documents follow the agent within moments",
  permission: "viewer",
  sandbox: "read",
  params: hireParams,
  success: { status: 200, description: "The hire, step by step", body: hireAnswer },
  errors: { 404: "No such agent in the organization, or nobody hired it" },
  run: getHire,
});

export const listPacksOperation = defineOperation({
  id: "marketplace.packs.list",
  area,
  method: "get",
  path: "/packs",
  summary: "Packs on the shelf: filters narrow the results of the text search",
  permission: "viewer",
  sandbox: "read",
  query: packsQuery,
  success: { status: 200, description: "The packs, best first", body: packListAnswer },
  share: "listing",
  run: listPacks,
});

export const getPackOperation = defineOperation({
  id: "marketplace.packs.get",
  area,
  method: "get",
  path: "/packs/{slug}",
  summary: "One pack",
  permission: "viewer",
  sandbox: "read",
  params: packParams,
  success: { status: 200, description: "The pack with its templates", body: packAnswer },
  errors: { 404: "No such pack on the shelf" },
  share: "listing",
  run: getPack,
});

export const createPackOperation = defineOperation({
  id: "marketplace.packs.create",
  area,
  method: "post",
  path: "/packs",
  summary: "Make a pack of the organization's agents; it is a draft, and nobody else ever sees it",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  body: createPackBody,
  addsRows: true,
  success: { status: 201, description: "The draft", body: packAnswer },
  errors: { 402: QUOTA_REACHED, 409: "There is a pack of that slug" },
  run: createPack,
});

export const createPackVersionOperation = defineOperation({
  id: "marketplace.packs.createVersion",
  area,
  method: "post",
  path: "/packs/{pack_slug}/versions",
  summary: "Create the next version of an own pack as a draft; it replaces an existing draft",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  params: ownPackParams,
  body: packVersionBody,
  addsRows: true,
  success: { status: 201, description: "The draft", body: packAnswer },
  errors: { 404: "No such pack of the organization's own" },
  run: createPackVersion,
});

export const listPackVersionsOperation = defineOperation({
  id: "marketplace.packs.versions",
  area,
  method: "get",
  path: "/packs/{pack_slug}/versions",
  summary: "The versions of a pack of one's own, newest first",
  permission: "viewer",
  sandbox: "read",
  params: ownPackParams,
  success: { status: 200, description: "The newest 1,000 versions", body: packVersionListAnswer },
  errors: { 404: "No such pack of the organization's own" },
  share: "listing",
  run: listPackVersions,
});

export const publishPackOperation = defineOperation({
  id: "marketplace.packs.publish",
  area,
  method: "post",
  path: "/packs/{pack_slug}/publish",
  summary: "Publish the draft of a pack inside the organization: its agents can be hired",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  params: ownPackParams,
  success: {
    status: 200,
    description: "The pack as it is published; without a draft nothing changed",
    body: packAnswer,
  },
  errors: { 404: "No such pack of the organization's own" },
  run: publishPack,
});

export const withdrawPackOperation = defineOperation({
  id: "marketplace.packs.withdraw",
  area,
  method: "post",
  path: "/packs/{pack_slug}/withdraw",
  summary: "Withdraw an own pack with its versions; hired agents stay",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  params: ownPackParams,
  success: { status: 200, description: "It is deleted", body: withdrawnPackAnswer },
  errors: { 404: "No such pack of the organization's own" },
  run: withdrawPack,
});

export const upgradeHireOperation = defineOperation({
  id: "marketplace.hires.upgrade",
  area,
  method: "post",
  path: "/workflows/{workflow_id}/hire/upgrade",
  summary:
    "Propose the newest version of its template to a hired agent; it changes when an admin publishes the proposal",
  permission: "admin",
  sandbox: "refused",
  timeline: "edit_proposed",
  params: hireParams,
  body: upgradeBody,
  addsRows: true,
  success: {
    status: 201,
    description: "The proposal; its event says how the draft differs. Without an event: nothing differs",
    body: upgradeAnswer,
  },
  errors: {
    404: "No such agent in the organization, or nobody hired it",
    409: "There is no newer version, the template was withdrawn, or the agent has a draft already",
  },
  run: upgradeHire,
});

export const marketplaceOperations = [
  upgradeHireOperation,
  createPackOperation,
  createPackVersionOperation,
  listPackVersionsOperation,
  publishPackOperation,
  withdrawPackOperation,
  listTemplatesOperation,
  getTemplateOperation,
  hireTemplateOperation,
  getHireOperation,
  listPacksOperation,
  getPackOperation,
];
