import { beforeAll, describe, expect, it } from "@jest/globals";
import { recordConsentOperation } from "../../../api/contacts/consents.operations.ts";
import {
  createContactListOperation,
  listContactListsOperation,
  listContactsOperation,
  putContactOperation,
  sendContactsOperation,
} from "../../../api/contacts/contacts.operations.ts";
import { MOST_SENT_CONSENTS } from "../../../domain/contact/upserted-contacts.ts";
import { NUMBERS_PER_TRANSACTION } from "../../../infra/postgres/locks.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";

const { operator } = await useTenantApi();
let contact_list_id: number;

beforeAll(async () => {
  contact_list_id = (await operator.call(createContactListOperation, { body: { name: "Callers" } })).body.id;
});

const send = async (contacts: Record<string, unknown>[], more = {}) =>
  (
    await operator.call(sendContactsOperation, {
      params: { contact_list_id },
      body: { contacts: contacts.map((each) => ({ phone_number: "", ...each })), ...more },
    })
  ).body;
const listed = async () => (await operator.call(listContactsOperation, { params: { contact_list_id } })).body.contacts;
const countOfList = async () => {
  const { body } = await operator.call(listContactListsOperation, {});
  return body.contact_lists.find(({ id }) => id === contact_list_id)?.contact_count;
};

describe("contacts that a program sends", () => {
  it("are added, and answered one by one; what cannot be taken keeps back no other", async () => {
    const answer = await send([
      { phone_number: "+12125550143", name: "Ada", attributes: { city: "Berlin" } },
      { phone_number: "nobody's" },
      { phone_number: "+12125550144", timezone: "BST" },
      { phone_number: "+12125550145", timezone: "America/New_York" },
    ]);
    expect(answer).toMatchObject({ added: 2, changed: 0, refused: 2 });
    expect(answer.results.map(({ result, phone_number }) => [result, phone_number])).toEqual([
      ["added", "+12125550143"],
      ["refused", "nobody's"],
      ["refused", "+12125550144"],
      ["added", "+12125550145"],
    ]);
    expect(answer.results[2]?.reason).toContain("Europe/London");
    expect(answer.results[0]?.contact_id).toBe((await listed())[0]?.id);
    expect(await countOfList()).toBe(2);
  });

  it("change what is there, and leave what they do not say", async () => {
    const answer = await send([{ phone_number: "+12125550143", attributes: { due: "2026-12-01" } }]);
    expect(answer).toMatchObject({ added: 0, changed: 1 });
    expect((await listed())[0]).toMatchObject({ name: "Ada", attributes: { city: "Berlin", due: "2026-12-01" } });
    expect(await countOfList()).toBe(2);
  });

  it("count once for a number that is sent twice, as it came last", async () => {
    const { results } = await send(
      [
        { phone_number: "+12125550146", name: "First" },
        { phone_number: "(212) 555-0146", name: "Last" },
      ],
      { default_country: "US" },
    );
    expect(results.map(({ result }) => result)).toEqual(["repeated", "added"]);
    expect(results[0]?.contact_id).toBe(results[1]?.contact_id);
    expect((await listed()).find(({ phone_number }) => phone_number === "+12125550146")?.name).toBe("Last");
  });

  it("are refused one by one where they would end a withdrawal of consent", async () => {
    const phone_number = "+12125550147";
    const withdrawal = { phone_number, status: "withdrawn" as const, source: "letter" };
    await operator.call(recordConsentOperation, { body: withdrawal });
    const { results } = await send([
      { phone_number, consent: { status: "unknown", source: "form" } },
      { phone_number: "+12125550148", consent: { status: "granted", source: "form" } },
    ]);
    expect(results.map(({ result }) => result)).toEqual(["refused", "added"]);
    const [last] = (await listed()).slice(-1);
    expect(last).toMatchObject({ phone_number: "+12125550148", consent: { status: "granted", source: "form" } });
  });

  it("are at most a thousand, which one request takes whole", async () => {
    const numbers = Array.from({ length: 1001 }, (_, at) => ({
      phone_number: `+1415555${String(at).padStart(4, "0")}`,
    }));
    const contacts = numbers.map((each) => ({ ...each, name: "n".repeat(200), attributes: { note: "x".repeat(500) } }));
    expect(await send(contacts.slice(0, 1000))).toMatchObject({ added: 1000 });
    const refused = await operator.refused(sendContactsOperation, { params: { contact_list_id }, body: { contacts } });
    expect(refused.status).toBe(422);
  });

  it("may state at most 500 consents, and the sentence says what to do", async () => {
    expect(MOST_SENT_CONSENTS).toBeLessThanOrEqual(NUMBERS_PER_TRANSACTION);
    const consent = { status: "granted" as const, source: "form" };
    const contacts = Array.from({ length: MOST_SENT_CONSENTS + 1 }, (_, at) => ({
      phone_number: `+1628555${String(at).padStart(4, "0")}`,
      consent,
    }));
    const body = { contacts };
    const refused = await operator.refused(sendContactsOperation, { params: { contact_list_id }, body });
    expect([refused.status, JSON.stringify(refused.detail)]).toEqual([422, expect.stringContaining("another one")]);
    expect(await send(contacts.slice(0, MOST_SENT_CONSENTS))).toMatchObject({ added: MOST_SENT_CONSENTS });
  });

  it("with consents do not wait for each other, whatever the order of their numbers", async () => {
    const consent = { status: "granted", source: "form" };
    const lists = await Promise.all(
      ["One", "Other"].map(
        async (name) => (await operator.call(createContactListOperation, { body: { name } })).body.id,
      ),
    );
    const numbers = Array.from({ length: 200 }, (_, at) => `+1707555${String(at).padStart(4, "0")}`);
    const contacts = numbers.map((phone_number) => ({ phone_number, consent }));
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(
        [contacts, contacts.toReversed()].map((body, at) =>
          operator.call(sendContactsOperation, {
            params: { contact_list_id: lists[at] ?? 0 },
            body: { contacts: body.map((each) => ({ ...each, consent: { ...consent, status: "granted" as const } })) },
          }),
        ),
      );
      expect(answers.map(({ body }) => body.refused)).toEqual([0, 0]);
    }
  });

  it("are added once for one Idempotency-Key", async () => {
    const request = { params: { contact_list_id }, body: { contacts: [{ phone_number: "+12125550149" }] } };
    const key = { idempotencyKey: crypto.randomUUID() };
    const [first, second] = [
      await operator.call(sendContactsOperation, request, key),
      await operator.call(sendContactsOperation, request, key),
    ];
    expect(second.body).toEqual(first.body);
    expect(first.body.added).toBe(1);
  });

  it("are read as the rows of a file are: marks, formulas, links and floats around a number", async () => {
    const numbers = ["\u202a+1 212 555\u2060 0160\u202c", '="+12125550161"', "tel:+1-212-555-0162", "12125550163.0"];
    const contacts = numbers.map((phone_number) => ({ phone_number, timezone: "\u200eAmerica/New_York" }));
    const { results } = await send(contacts, { default_country: "US" });
    expect(results.map(({ phone_number }) => phone_number)).toEqual([
      "+12125550160",
      "+12125550161",
      "+12125550162",
      "+12125550163",
    ]);
    const { results: others } = await send(
      [{ phone_number: "436641234567" }, { phone_number: "+4930123456.5" }, { phone_number: "1.2E+10" }],
      { default_country: "DE" },
    );
    expect(others.map(({ result }) => result)).toEqual(["refused", "refused", "refused"]);
    expect(others[0]?.reason).toContain("+49436641234567 or +436641234567");
  });
});

describe("the contact of a number", () => {
  const put = (phone_number: string, body: object) =>
    operator.call(putContactOperation, { params: { contact_list_id, phone_number }, body });

  it("is added, and replaced by the next request", async () => {
    const { body: added } = await put("+12125550150", { name: "Bo", attributes: { city: "Oslo" } });
    const { body: replaced } = await put("+12125550150", { timezone: "Europe/Oslo" });
    expect(added).toMatchObject({ name: "Bo", attributes: { city: "Oslo" } });
    expect(replaced).toMatchObject({ id: added.id, name: null, timezone: "Europe/Oslo", attributes: {} });
  });

  it("is refused where the number is none, or the zone", async () => {
    const params = { contact_list_id, phone_number: "12" };
    expect((await operator.refused(putContactOperation, { params, body: {} })).status).toBe(422);
    const body = { timezone: "BST" };
    const zone = { params: { contact_list_id, phone_number: "+12125550151" }, body };
    expect((await operator.refused(putContactOperation, zone)).status).toBe(422);
  });
});
