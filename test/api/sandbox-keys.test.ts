import { beforeAll, describe, expect, it } from "@jest/globals";
import {
  archiveApiKeyOperation,
  createApiKeyOperation,
  reactivateApiKeyOperation,
} from "../../api/api-keys/api-keys.operations.ts";
import { hangUpRunOperation } from "../../api/calls/calls.operations.ts";
import {
  cancelCampaignOperation,
  getCampaignOperation,
  pauseCampaignOperation,
  updateCampaignOperation,
} from "../../api/campaigns/campaigns.operations.ts";
import { releaseNumberOperation } from "../../api/numbers/managed-numbers.operations.ts";
import { decideOperation, settleActionOperation } from "../../api/requests/requests.operations.ts";
import {
  inviteMemberOperation,
  removeMemberOperation,
  resetMemberPasswordOperation,
  revokeInvitationOperation,
  setMemberRoleOperation,
} from "../../api/team/members.operations.ts";
import {
  deleteTelephonyAccountOperation,
  setDefaultOutboundOperation,
} from "../../api/telephony/telephony.operations.ts";
import type { RequestSubject } from "../../domain/request/request-subject.ts";
import { createAgentRows } from "../factories/agents.ts";
import { createRunRow } from "../factories/calls.ts";
import { createCampaign, createContactListRows } from "../factories/campaigns.ts";
import { askPeople } from "../factories/requests.ts";
import { createPhoneNumberRow, createTwilioConfiguration } from "../factories/telephony.ts";
import { createKey } from "../factories/tenant.ts";
import type { ApiClient } from "../harness/api-client.ts";
import { useTenantApi } from "../harness/tenant-api.ts";

let sandbox: ApiClient;

const { test, api, tenant, admin } = await useTenantApi();
beforeAll(async () => {
  sandbox = api.client({ apiKey: (await createKey(test, { tenant, environment: "sandbox" })).apiKey });
});

const QUESTION: RequestSubject = { kind: "question", subject: { text: "May I?", choices: [] } };
const ACTION: RequestSubject = {
  kind: "action",
  subject: { tool_uuid: crypto.randomUUID(), tool_name: "Book", summary: "A table", can_be_undone: true },
};
const REFUSED = { status: 403, code: "sandbox_key" };

describe("a sandbox key", () => {
  it("makes sandbox keys alone, and neither ends nor revives a production key", async () => {
    const ask = (environment: "production" | "sandbox") => ({ body: { name: "another", environment } });
    expect(await sandbox.refused(createApiKeyOperation, ask("production"))).toMatchObject(REFUSED);
    expect((await sandbox.call(createApiKeyOperation, ask("sandbox"))).body.environment).toBe("sandbox");
    const live = await createKey(test, { tenant });
    const archived = await createKey(test, { tenant, archived: true });
    const at = (api_key_id: number) => ({ params: { api_key_id } });
    expect(await sandbox.refused(archiveApiKeyOperation, at(live.id))).toMatchObject(REFUSED);
    expect(await sandbox.refused(reactivateApiKeyOperation, at(archived.id))).toMatchObject(REFUSED);
  });

  it("changes no production campaign, and its own like any other", async () => {
    const { agentId } = await createAgentRows(test, tenant);
    const listId = await createContactListRows(test, tenant);
    const draft = { workflow_id: agentId, contact_list_id: listId };
    const at = ({ id }: { id: number }) => ({ params: { campaign_id: id } });
    const real = at(await createCampaign(admin, draft));
    expect(await sandbox.refused(cancelCampaignOperation, real)).toMatchObject(REFUSED);
    expect(await sandbox.refused(pauseCampaignOperation, real)).toMatchObject(REFUSED);
    expect(await sandbox.refused(updateCampaignOperation, { ...real, body: { name: "Mine" } })).toMatchObject(REFUSED);
    expect((await sandbox.call(getCampaignOperation, real)).body.state).toBe("draft");
    const own = at(await createCampaign(sandbox, draft));
    expect((await sandbox.call(cancelCampaignOperation, own)).body.state).toBe("canceled");
  });

  it("makes nobody a member, changes no role and opens nobody's account", async () => {
    const member = { params: { user_id: tenant.viewer.userId } };
    const invitation = { body: { email: "somebody@example.com", role: "admin" as const } };
    expect(await sandbox.refused(inviteMemberOperation, invitation)).toMatchObject(REFUSED);
    expect(await sandbox.refused(setMemberRoleOperation, { ...member, body: { role: "admin" } })).toMatchObject(
      REFUSED,
    );
    expect(await sandbox.refused(removeMemberOperation, member)).toMatchObject(REFUSED);
    expect(await sandbox.refused(resetMemberPasswordOperation, member)).toMatchObject(REFUSED);
    const { id } = (await admin.call(inviteMemberOperation, invitation)).body;
    const revoking = { params: { invitation_id: id } };
    expect(await sandbox.refused(revokeInvitationOperation, revoking)).toMatchObject(REFUSED);
    await admin.call(revokeInvitationOperation, revoking);
  });

  it("ends no real call", async () => {
    const { agentId, versionId } = await createAgentRows(test, tenant);
    const agent = { organizationId: tenant.organizationId, agentId, versionId };
    const { id: run_id } = await createRunRow(test, agent, { mode: "twilio" });
    const at = { params: { workflow_id: agentId, run_id } };
    expect(await sandbox.refused(hangUpRunOperation, at)).toMatchObject(REFUSED);
  });

  it("decides nothing that a production run asks, and what a sandbox run asks like any other", async () => {
    const { agentId, versionId } = await createAgentRows(test, tenant);
    const agent = { organizationId: tenant.organizationId, agentId, versionId };
    const asking = async (environment: "production" | "sandbox", request: RequestSubject = QUESTION) => {
      const { id: runId } = await createRunRow(test, agent, { environment });
      return { event_id: (await askPeople(test, tenant, { agentId, runId, request })).event_id };
    };
    const real = { body: { ...(await asking("production")), text: "Yes" } };
    expect(await sandbox.refused(decideOperation, real)).toMatchObject(REFUSED);
    expect((await admin.call(decideOperation, real)).body.state).toBe("settled");
    expect(await sandbox.refused(decideOperation, real)).toMatchObject(REFUSED);
    const own = { body: { ...(await asking("sandbox")), text: "Yes" } };
    expect((await sandbox.call(decideOperation, own)).body.state).toBe("settled");
    const action = await asking("production", ACTION);
    for (const decision of ["confirm", "decline", "undo"] as const)
      expect(await sandbox.refused(settleActionOperation, { body: { ...action, decision } })).toMatchObject(REFUSED);
  });

  it("touches no real carrier's account and gives none of its numbers back", async () => {
    const telephonyAccountId = await createTwilioConfiguration(test, tenant);
    const account = { params: { config_id: telephonyAccountId } };
    expect(await sandbox.refused(deleteTelephonyAccountOperation, account)).toMatchObject(REFUSED);
    expect(await sandbox.refused(setDefaultOutboundOperation, account)).toMatchObject(REFUSED);
    const { organizationId } = tenant;
    const phoneNumberId = await createPhoneNumberRow(test, {
      organizationId,
      telephonyAccountId,
      e164: "+12025550123",
    });
    await test.everything.updateTable("phone_numbers").set({ managed: true }).where("id", "=", phoneNumberId).execute();
    const number = { params: { phone_number_id: phoneNumberId } };
    expect(await sandbox.refused(releaseNumberOperation, number)).toMatchObject(REFUSED);
  });
});
