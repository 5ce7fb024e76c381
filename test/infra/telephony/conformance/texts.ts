import { randomUUID } from "node:crypto";
import { expect } from "@jest/globals";
import { type CallbackRequest, CarrierUnavailableError } from "../../../../infra/telephony/carrier.ts";
import type { CarrierMessages, FindTextQuery, SendTextRequest } from "../../../../infra/telephony/carrier-messages.ts";
import { waitUntil } from "../../../harness/wait-until.ts";
import type { CarrierRig, OrAbsent, TextSituation, TextsRig } from "../carrier-rig.ts";
import { type Suite, TIMEOUT_MS } from "./suite.ts";

const OURS = "+12025550144";
const PERSON = "+12025550143";
const GARBAGE = ["", "hello", "{}", "null", "[]", "a=b"];

export const describeTexts = (suite: Suite): void => {
  const desk = createDesk(suite);
  describeSending(suite, desk);
  describeReports(suite, desk);
  describeTextLooks(suite, desk);
  describePeople(suite, desk);
};

type Desk = ReturnType<typeof createDesk>;

const createDesk = ({ rig, newNumber }: Suite) => {
  const messages = (carrier = rig().carrier): CarrierMessages => {
    if (!carrier.messages) throw new Error("the rig has texts and the adapter has none");
    return carrier.messages;
  };
  const newText = (): SendTextRequest => {
    const messageUuid = randomUUID();
    const statusUrl = `${rig().callbacks.base}/${messageUuid}/status`;
    return { messageUuid, to: newNumber(), from: OURS, body: "Hello from Ümit: see you at 8?", statusUrl };
  };
  const send = async (texts: TextsRig, situation: TextSituation) => {
    const request = newText();
    await texts.prepare(request.to, situation);
    const requestedAt = new Date();
    const result = await messages().send(rig().credentials, request, TIMEOUT_MS);
    return { request, requestedAt, result };
  };
  return {
    messages,
    newText,
    send,
    sent: async (texts: TextsRig, situation: TextSituation) => {
      const { result, ...rest } = await send(texts, situation);
      if (result.kind !== "accepted") throw new Error(`not accepted: ${JSON.stringify(result)}`);
      return { ...rest, id: result.carrierMessageId };
    },
    /** The genuine reports that came of themselves. */
    reportsOf: ({ messageUuid }: SendTextRequest) => rig().callbacks.of(messageUuid),
    /** The genuine report that ends a text. */
    lastReportOf: ({ messageUuid }: SendTextRequest) =>
      waitUntil("the text is reported", () =>
        rig()
          .callbacks.of(messageUuid)
          .find((each) => {
            const read = messages().readStatus(rig().credentials, each);
            return read.ok && read.text.state !== "sent";
          }),
      ),
  };
};

/** A part of what a carrier's texts have; a sentence where it, or all of it, is not there. */
const partOf =
  <T extends object | true>(part: (texts: TextsRig) => OrAbsent<T>) =>
  ({ texts }: CarrierRig): OrAbsent<T> =>
    typeof texts === "string" ? texts : part(texts);

const textsOf = ({ texts }: CarrierRig): TextsRig => {
  if (typeof texts === "string") throw new Error(texts);
  return texts;
};

const describeSending = ({ capability, rig }: Suite, { messages, newText, send, sent }: Desk): void => {
  capability("send texts", ({ texts }) => texts, {
    whenAbsent: ({ carrier }) => expect(carrier.messages).toBeNull(),
    prove: (prove) => {
      prove("by one request, with the carrier's id for it", async (texts) => {
        const { request, id } = await sent(texts, { ends: "delivered" });
        expect(id).toBeTruthy();
        expect(await texts.requestsTo(request.to)).toBe(1);
      });

      for (const [encoding, character] of [
        ["GSM-7", "a"],
        ["UCS-2", "я"],
      ] as const)
        prove(`as long as it says (${encoding})`, async (texts) => {
          const request = newText();
          await texts.prepare(request.to, { ends: "delivered" });
          const body = character.repeat(messages().longestTexts[encoding]);
          const result = await messages().send(rig().credentials, { ...request, body }, TIMEOUT_MS);
          expect(result).toMatchObject({ kind: "accepted" });
        });

      prove("unless they are throttled, with the wait that the carrier asks for", async (texts) => {
        const { request, result } = await send(texts, { request: "throttled", retryAfterSeconds: 2 });
        expect(result).toMatchObject({ kind: "throttled", retryAfterSeconds: 2 });
        expect(await texts.requestsTo(request.to)).toBe(1);
      });

      prove("unless the number does not exist", async (texts) => {
        const { result } = await send(texts, { request: "invalid_number" });
        expect(result).toMatchObject({ kind: "refused", reason: "invalid_number" });
      });

      prove("unless the credentials are refused", async () => {
        const wrong = messages(rig().carrierWithWrongCredentials());
        const result = await wrong.send(rig().wrongCredentials, newText(), TIMEOUT_MS);
        expect(result.kind).toBe("account_unusable");
      });

      for (const request of ["response_lost", "request_lost", "server_error"] as const) {
        prove(`and cannot tell: ${request}`, async (texts) => {
          const { request: text, result } = await send(texts, { request });
          expect(result.kind).toBe("unknown");
          expect(await texts.requestsTo(text.to)).toBe(1);
        });
      }

      prove("and cannot tell when nobody listens", async () => {
        const absent = messages(rig().carrierWithoutServer);
        expect((await absent.send(rig().credentials, newText(), TIMEOUT_MS)).kind).toBe("unknown");
      });
    },
  });

  capability(
    "texts through a proxy",
    partOf((texts) => texts.answersInAnotherForm),
    {
      prove: (prove) =>
        prove("are unknown when it answers", async () => {
          for (const status of [200, 400, 500, 503]) {
            const { result } = await send(textsOf(rig()), { request: "another_form", status });
            expect(result.kind).toBe("unknown");
          }
        }),
    },
  );

  capability(
    "refuse texts to who wants no more",
    partOf((texts) => texts.refusesOptedOut),
    {
      prove: (prove) =>
        prove("when they are sent", async () => {
          const { result } = await send(textsOf(rig()), { request: "opted_out" });
          expect(result).toMatchObject({ kind: "refused", reason: "opted_out" });
        }),
    },
  );
};

const describeReports = ({ capability, rig }: Suite, { messages, sent, lastReportOf }: Desk): void => {
  const read = (request: CallbackRequest) => messages().readStatus(rig().credentials, request);

  capability("reports about texts", ({ texts }) => texts, {
    prove: (prove) => {
      for (const state of ["delivered", "failed"] as const) {
        prove(`say that it is ${state}`, async (texts) => {
          const { request, id } = await sent(texts, { ends: state });
          const told = read(await lastReportOf(request));
          expect(told).toMatchObject({ ok: true, text: { carrierMessageId: id, state, optedOut: false } });
          if (state === "failed" && told.ok) expect(told.text.detail).toBeTruthy();
        });
      }

      prove("are refused unsigned, and at another text's address", async (texts) => {
        const { request } = await sent(texts, { ends: "delivered" });
        const genuine = await lastReportOf(request);
        expect(read({ ...genuine, headers: {} }).ok).toBe(false);
        expect(read({ ...genuine, url: genuine.url.replace(request.messageUuid, randomUUID()) }).ok).toBe(false);
      });

      prove("are no texts from people", async (texts) => {
        const { request } = await sent(texts, { ends: "delivered" });
        const report = await lastReportOf(request);
        expect(messages().peekInbound(report)).toBeNull();
        expect(messages().readInbound(rig().credentials, report).ok).toBe(false);
      });
    },
  });

  capability(
    "reports say who wants no more",
    partOf((texts) => texts.reportsOptOut),
    {
      prove: (prove) =>
        prove("with the failed text", async () => {
          const { request } = await sent(textsOf(rig()), { ends: "opted_out" });
          expect(read(await lastReportOf(request))).toMatchObject({
            ok: true,
            text: { state: "failed", optedOut: true },
          });
        }),
    },
  );

  capability(
    "what is said about texts is signed",
    partOf((texts) => texts.bodyIsSigned),
    {
      prove: (prove) =>
        prove("word by word", async () => {
          const { request } = await sent(textsOf(rig()), { ends: "delivered" });
          const genuine = await lastReportOf(request);
          const body = Buffer.from(genuine.body.toString().replaceAll("delivered", "failed"));
          expect(body.equals(genuine.body)).toBe(false);
          expect(read({ ...genuine, body }).ok).toBe(false);
          const written = await textsOf(rig()).write({ from: PERSON, to: OURS, body: "eight" }, inboundUrl(rig()));
          const forged = Buffer.from(written.body.toString().replace("eight", "STOP!"));
          expect(messages().readInbound(rig().credentials, { ...written, body: forged }).ok).toBe(false);
        }),
    },
  );
};

const describeTextLooks = ({ capability, rig }: Suite, { messages, newText, send, sent, lastReportOf }: Desk): void => {
  const find = (query: Omit<FindTextQuery, "requestedAt"> & { requestedAt?: Date }) =>
    messages().find(rig().credentials, { requestedAt: new Date(), ...query });

  capability(
    "look texts up",
    partOf((texts) => texts.findsById),
    {
      prove: (prove) => {
        prove("by the carrier's id", async () => {
          for (const state of ["delivered", "failed"] as const) {
            const { request, requestedAt, id } = await sent(textsOf(rig()), { ends: state });
            await lastReportOf(request);
            const found = await find({ ...request, requestedAt, carrierMessageId: id });
            expect(found).toMatchObject({ carrierMessageId: id, state });
          }
        });
        prove("unless the carrier cannot be asked", async () => {
          const query = { ...newText(), carrierMessageId: "none", requestedAt: new Date() };
          const absent = messages(rig().carrierWithoutServer).find(rig().credentials, query);
          await expect(absent).rejects.toThrow(CarrierUnavailableError);
        });
      },
    },
  );

  capability(
    "find a text after an unknown result",
    partOf((texts) => texts.findsUnanswered),
    {
      whenAbsent: ({ texts, carrier }) => expect(carrier.messages === null).toBe(typeof texts === "string"),
      prove: (prove) => {
        prove("whose answer was lost", async () => {
          const { request, requestedAt } = await send(textsOf(rig()), { request: "response_lost" });
          expect(await find({ ...request, requestedAt, carrierMessageId: null })).toMatchObject({
            carrierMessageId: expect.stringMatching(/./),
          });
        });
        prove("and says where there is none", async () => {
          const { request, requestedAt } = await send(textsOf(rig()), { request: "request_lost" });
          expect(await find({ ...request, requestedAt, carrierMessageId: null })).toBe("absent");
        });
      },
    },
  );

  capability(
    "price of a text",
    partOf((texts) => texts.price),
    {
      prove: (prove) =>
        prove("is told by its report, or by a look", async (price) => {
          const { request, requestedAt, id } = await sent(textsOf(rig()), { ends: "delivered" });
          const report = messages().readStatus(rig().credentials, await lastReportOf(request));
          const told = report.ok && report.text.costMinor !== null ? report.text : null;
          const found = told ?? (await find({ ...request, requestedAt, carrierMessageId: id }));
          expect(found).toMatchObject(price);
        }),
    },
  );
};

const inboundUrl = ({ callbacks }: CarrierRig): string => `${callbacks.base}/${randomUUID()}/texts`;

const describePeople = ({ capability, rig }: Suite, { messages }: Desk): void => {
  const write = (body: string) => textsOf(rig()).write({ from: PERSON, to: OURS, body }, inboundUrl(rig()));
  const read = (request: CallbackRequest) => messages().readInbound(rig().credentials, request);

  capability("texts from people", ({ texts }) => texts, {
    prove: (prove) => {
      prove("come with both numbers and the words", async () => {
        const request = await write("See you at eight, Ümit 👋");
        expect(messages().peekInbound(request)?.to).toBe(OURS);
        const text = { from: PERSON, to: OURS, body: "See you at eight, Ümit 👋", keyword: null, isAnswered: false };
        expect(read(request)).toMatchObject({ ok: true, text });
        const [one, other] = [read(await write("Yes")), read(await write("Yes"))];
        expect(one.ok && other.ok && one.text.carrierMessageId !== other.text.carrierMessageId).toBe(true);
      });

      prove("say whether the carrier has answered a STOP", async ({ answersStop }) => {
        expect(read(await write("STOP"))).toMatchObject({ ok: true, text: { body: "STOP", isAnswered: answersStop } });
      });

      prove("are refused unsigned, and signed for another address", async () => {
        const request = await write("Hello");
        expect(read({ ...request, headers: {} }).ok).toBe(false);
        const elsewhere = await write("Hello");
        if (rig().callbacks.urlIsSigned === true && textsOf(rig()).bodyIsSigned === true)
          expect(read({ ...request, headers: elsewhere.headers }).ok).toBe(false);
        expect(messages().readStatus(rig().credentials, request).ok).toBe(false);
      });

      prove("are told apart from anything else", () => {
        const nothing = { method: "POST", url: inboundUrl(rig()), headers: {} };
        for (const body of GARBAGE) expect(messages().peekInbound({ ...nothing, body: Buffer.from(body) })).toBeNull();
      });
    },
  });
};
