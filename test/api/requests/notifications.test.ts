import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { setChannelMembersOperation } from "../../../api/channels/channel-members.operations.ts";
import { decideOperation } from "../../../api/requests/requests.operations.ts";
import { startWaitingDeliveries } from "../../../api/webhooks/start-waiting-deliveries.ts";
import { createWebhookOperation } from "../../../api/webhooks/webhooks.operations.ts";
import { createChannel } from "../../factories/channels.ts";
import { type HttpReceiver, startHttpReceiver } from "../../harness/http-receiver.ts";
import { type MailServer, startMailServer } from "../../harness/mail-server.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type AskingOrganization, startAskingOrganization } from "./asking-organization.ts";

let mailServer: MailServer;
let receiver: HttpReceiver;
let asking: AskingOrganization;

beforeAll(async () => {
  [mailServer, receiver] = await Promise.all([startMailServer(), startHttpReceiver()]);
  asking = await startAskingOrganization(
    [{ when: "discount", call: { name: "ask_people", arguments: { question: "May I give ten percent?" } } }],
    { environment: { SMTP_URL: mailServer.url } },
  );
});
afterAll(async () => {
  await asking.close();
  await Promise.all([mailServer.close(), receiver.close()]);
});

const byType = (one: { type: string }, other: { type: string }) => one.type.localeCompare(other.type);

describe("a question of an agent", () => {
  it("is mailed to the members of its channel and told to webhooks, and so is its answer", async () => {
    const { admin, operator, tenant, api } = asking;
    const agentId = await asking.publish({ ask_people: true });
    const channel = await createChannel(admin, "Sales");
    await admin.call(setChannelMembersOperation, {
      params: { folder_id: channel.id },
      body: { user_ids: [tenant.operator.userId], workflow_ids: [agentId] },
    });
    const events = ["request.opened", "request.settled", "request.expired"] as const;
    await admin.call(createWebhookOperation, { body: { url: receiver.url, events: [...events] } });
    // A webhook that names no events gets only the timeline's.
    await admin.call(createWebhookOperation, { body: { url: `${receiver.url}/all` } });

    const session = await asking.talk(agentId);
    await session.send("Do I get a discount?");
    const request = await asking.request();
    const mail = await waitUntil("the mail is there", () => mailServer.mails[0]);
    expect(mail).toMatchObject({ to: [tenant.operator.email], subject: "A request waits for an answer" });
    expect(mail.text).toContain("Sales: May I give ten percent?");

    await operator.call(decideOperation, { body: { event_id: request.event_id, text: "Yes" } });
    const told = await waitUntil("both events were delivered", async () => {
      await startWaitingDeliveries(api.dependencies);
      const bodies = receiver.requests.filter(({ url }) => url === "/").map(({ body }) => JSON.parse(body));
      // Deliveries overtake each other.
      return bodies.length >= 2 && bodies.toSorted(byType);
    });
    const { event_id, created_at, expires_at } = request;
    const shown = {
      event_id,
      kind: "question",
      subject: { text: "May I give ten percent?" },
      workflow_id: agentId,
      workflow_run_id: session.runId,
      folder_id: channel.id,
      created_at: created_at.toISOString(),
      expires_at: expires_at.toISOString(),
    };
    expect(told).toMatchObject([
      { type: "request.opened", data: { ...shown, state: "open" } },
      {
        type: "request.settled",
        data: {
          ...shown,
          state: "settled",
          decision: "answered",
          answer: { text: "Yes" },
          settled_by: `user:${tenant.operator.userId}`,
        },
      },
    ]);
    expect(told[0].data).not.toHaveProperty("answer");
    const everything = await waitUntil("the other webhook has heard of both", async () => {
      await startWaitingDeliveries(api.dependencies);
      const types = receiver.requests.filter(({ url }) => url === "/all").map(({ body }) => JSON.parse(body).type);
      return types.includes("decision") && types.includes("question") && types;
    });
    expect(everything.filter((type: string) => type.startsWith("request."))).toEqual([]);
  });

  it("a question of an agent that nobody answers is told to webhooks when its time is over", async () => {
    const { test, api, admin } = asking;
    const agentId = await asking.publish({ ask_people: true });
    await admin.call(createWebhookOperation, { body: { url: `${receiver.url}/expired`, events: ["request.expired"] } });
    const session = await asking.talk(agentId);
    await session.send("Do I get a discount?");
    const request = await asking.request((row) => row.run_id === session.runId);
    await test.everything
      .updateTable("requests")
      .set({ state: "expired", expires_at: new Date() })
      .where("id", "=", request.id)
      .execute();
    const told = await waitUntil("it was delivered", async () => {
      await startWaitingDeliveries(api.dependencies);
      return receiver.requests.find(({ url }) => url === "/expired");
    });
    expect(JSON.parse(told.body)).toMatchObject({
      type: "request.expired",
      data: { event_id: request.event_id, state: "expired" },
    });
  });
});
