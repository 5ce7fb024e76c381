import { expect } from "@jest/globals";
import { CarrierRefusedError, CarrierUnavailableError } from "../../../../infra/telephony/carrier.ts";
import type { CallerIds, CarrierNumbers, OwnedNumber } from "../../../../infra/telephony/carrier-numbers.ts";
import type { CarrierRig, NumbersRig } from "../carrier-rig.ts";
import type { Capability } from "./matrix.ts";
import type { Suite } from "./suite.ts";

const target = {
  inboundUrl: "https://us.example/inbound?a=1&b=2",
  statusUrl: "https://us.example/status",
  textUrl: "https://us.example/texts",
};

const E164 = /^\+[1-9]\d{6,14}$/;

export const describeNumbers = (suite: Suite): void => {
  const { rig } = suite;
  const numbers = (): CarrierNumbers => {
    const { carrier } = rig();
    if (!carrier.numbers) throw new Error("the rig has numbers and the adapter has none");
    return carrier.numbers;
  };
  const capability = (name: Capability, prove: Parameters<typeof suite.capability<NumbersRig>>[2]["prove"]) =>
    suite.capability(name, (each) => each.numbers, {
      prove,
      whenAbsent: ({ carrier }) => expect(carrier.numbers).toBeNull(),
    });
  const rent = (phoneNumber: string) => numbers().rent(rig().credentials, { phoneNumber, reference: "ringdown-7" });
  const findOwned = (phoneNumber: string) => numbers().findOwned(rig().credentials, phoneNumber);
  const touched = new Set<string>();
  /** A number for sale that no test has touched. */
  const forSale = async ({ query }: NumbersRig) => {
    const found = await numbers().search(rig().credentials, { ...query, limit: 50 });
    const untouched = found.map(({ phoneNumber }) => phoneNumber).find((each) => !touched.has(each));
    if (untouched === undefined) throw new Error("no number is for sale that no test has touched");
    touched.add(untouched);
    return untouched;
  };
  const rented = async (shop: NumbersRig) => {
    const result = await rent(await forSale(shop));
    if (result.kind !== "rented") throw new Error(`not rented: ${JSON.stringify(result)}`);
    return result.number;
  };

  capability("find numbers", (prove) => {
    prove("as many as asked for", async ({ query }) => {
      expect(query.limit).toBe(2);
      const found = await numbers().search(rig().credentials, query);
      expect(found).toHaveLength(2);
      for (const each of found) {
        expect(each.phoneNumber).toMatch(E164);
        expect(each.phoneNumber).toContain(query.contains ?? "");
        expect(each.capabilities).toContain("voice");
        expect(each.monthlyCostMinor === null).toBe(each.currency === null);
      }
    });
    prove("or none", async ({ emptyQuery }) => {
      expect(await numbers().search(rig().credentials, emptyQuery)).toEqual([]);
    });
    prove("unless the carrier cannot be asked", async ({ query }) => {
      const absent = rig().carrierWithoutServer.numbers;
      await expect(absent?.search(rig().credentials, query)).rejects.toThrow(CarrierUnavailableError);
      await expect(absent?.findOwned(rig().credentials, "+12025550144")).rejects.toThrow(CarrierUnavailableError);
    });
  });

  capability("rent numbers", (prove) => {
    prove("which are then on the account", async (shop) => {
      const phoneNumber = await forSale(shop);
      expect(await findOwned(phoneNumber)).toBeNull();
      const result = await rent(phoneNumber);
      expect(result).toMatchObject({ kind: "rented", number: { phoneNumber } });
      if (result.kind === "rented") expect(await findOwned(phoneNumber)).toEqual(result.number);
      expect(await shop.timesHeld(phoneNumber)).toBe(1);
    });
    prove("once: when the answer was lost, a look tells", async (shop) => {
      const phoneNumber = await forSale(shop);
      await shop.prepare(phoneNumber, "answer_lost");
      expect((await rent(phoneNumber)).kind).toBe("unknown");
      expect(await findOwned(phoneNumber)).toMatchObject({ phoneNumber });
      expect(await shop.timesHeld(phoneNumber)).toBe(1);
    });
    prove("once: a second time changes nothing", async (shop) => {
      const { phoneNumber } = await rented(shop);
      expect(["unavailable", "rented"]).toContain((await rent(phoneNumber)).kind);
      expect(await shop.timesHeld(phoneNumber)).toBe(1);
    });
    prove("unless somebody was quicker", async (shop) => {
      const phoneNumber = await forSale(shop);
      await shop.prepare(phoneNumber, "taken");
      expect((await rent(phoneNumber)).kind).toBe("unavailable");
      expect(await findOwned(phoneNumber)).toBeNull();
    });
    prove("unless the account may not, in the carrier's words", async (shop) => {
      const phoneNumber = await forSale(shop);
      await shop.prepare(phoneNumber, "refused");
      expect(await rent(phoneNumber)).toEqual({ kind: "refused", detail: expect.stringContaining(shop.refusal) });
      expect(await findOwned(phoneNumber)).toBeNull();
    });
    prove("and cannot tell when nobody answers", async (shop) => {
      const order = { phoneNumber: await forSale(shop), reference: "ringdown-7" };
      expect((await rig().carrierWithoutServer.numbers?.rent(rig().credentials, order))?.kind).toBe("unknown");
    });
  });

  capability("release numbers", (prove) => {
    prove("and again is no error", async (shop) => {
      const number = await rented(shop);
      await numbers().release(rig().credentials, number);
      await numbers().release(rig().credentials, number);
      expect(await findOwned(number.phoneNumber)).toBeNull();
    });
    prove("unless the carrier says no, in its words", async (shop) => {
      const number = await rented(shop);
      await shop.prepare(number.phoneNumber, "refused");
      const release = numbers().release(rig().credentials, number);
      await expect(release).rejects.toThrow(CarrierRefusedError);
      await expect(release).rejects.toThrow(shop.refusal);
      expect(await shop.timesHeld(number.phoneNumber)).toBe(1);
    });
  });

  capability("point numbers at us", (prove) => {
    prove("and away again", async (shop) => {
      const number = await rented(shop);
      await numbers().pointInbound(rig().credentials, number, target);
      const seen = await shop.inboundOf(number);
      expect(seen?.inboundUrl).toBe(target.inboundUrl);
      expect([target.statusUrl, null]).toContain(seen?.statusUrl);
      await numbers().pointInbound(rig().credentials, number, null);
      expect(await shop.inboundOf(number)).toBeNull();
    });
    prove("unless the carrier says no, in its words", async (shop) => {
      const number = await rented(shop);
      await shop.prepare(number.phoneNumber, "refused");
      const point = numbers().pointInbound(rig().credentials, number, null);
      await expect(point).rejects.toThrow(CarrierRefusedError);
      await expect(point).rejects.toThrow(shop.refusal);
    });
  });

  capability("point texts at us", (prove) => {
    const pointTexts = (number: OwnedNumber, serves: boolean, textUrl = target.textUrl) =>
      numbers().pointTexts(rig().credentials, number, { target: { ...target, textUrl }, serves });
    const look = (number: OwnedNumber) => numbers().findTextTarget(rig().credentials, number);
    prove("and again is no change, and away again", async (shop) => {
      const number = await rented(shop);
      expect(await look(number)).toMatchObject({ isAble: true });
      await pointTexts(number, true);
      await pointTexts(number, true);
      expect(await shop.textUrlOf(number)).toBe(target.textUrl);
      expect(await look(number)).toEqual({ isAble: true, url: target.textUrl });
      await pointTexts(number, false);
      expect(await shop.textUrlOf(number)).toBeNull();
    });
    prove("beside calls, which stay ours", async (shop) => {
      const number = await rented(shop);
      await numbers().pointInbound(rig().credentials, number, target);
      await pointTexts(number, true);
      expect((await shop.inboundOf(number))?.inboundUrl).toBe(target.inboundUrl);
      expect(await shop.textUrlOf(number)).toBe(target.textUrl);
    });
    prove("and leave somebody else's address alone where nothing is served", async (shop) => {
      const number = await rented(shop);
      await pointTexts(number, true, "https://elsewhere.example/texts");
      await pointTexts(number, false);
      expect(await shop.textUrlOf(number)).toBe("https://elsewhere.example/texts");
      expect((await look(number)).url).toBe("https://elsewhere.example/texts");
      await pointTexts(number, true);
      expect(await shop.textUrlOf(number)).toBe(target.textUrl);
    });
    prove("unless the number is not there, or the carrier cannot be asked", async () => {
      const gone = { phoneNumber: "+12025550144", carrierNumberId: null };
      await expect(pointTexts(gone, true)).rejects.toThrow(CarrierRefusedError);
      await expect(look(gone)).rejects.toThrow(CarrierRefusedError);
      const absent = rig().carrierWithoutServer.numbers;
      const asked = absent?.pointTexts(rig().credentials, gone, { target, serves: true });
      await expect(asked).rejects.toThrow(CarrierUnavailableError);
    });
  });
};

export const describeCallerIds = ({ capability, rig }: Suite): void => {
  const callerIds = (): CallerIds => {
    const { carrier } = rig();
    if (!carrier.callerIds) throw new Error("the rig has caller ids and the adapter has none");
    return carrier.callerIds;
  };
  const list = () => callerIds().list(rig().credentials);
  const whenAbsent = ({ carrier }: CarrierRig) => expect(carrier.callerIds).toBeNull();
  capability("verify caller ids", (each) => each.callerIds, {
    whenAbsent,
    prove: (prove) => {
      prove("with the person's help, and not without", async ({ phoneNumber, answer }) => {
        const { credentials } = rig();
        const verification = await callerIds().start(credentials, { phoneNumber, label: "The shop" });
        const confirm = (code: string) =>
          callerIds().confirm(credentials, { phoneNumber, reference: verification.reference, code });
        expect(await confirm("000000")).toBe(false);
        expect(await list()).not.toContain(phoneNumber);
        expect(await confirm(await answer(phoneNumber, verification))).toBe(true);
        expect(await list()).toContain(phoneNumber);
      });
      prove("and remove them; again is no error", async ({ phoneNumber, answer }) => {
        const { credentials } = rig();
        const reference = await callerIds().start(credentials, { phoneNumber: "+12025550177", label: "Another" });
        const code = await answer("+12025550177", reference);
        await callerIds().confirm(credentials, { phoneNumber: "+12025550177", reference: reference.reference, code });
        expect(await list()).toContain("+12025550177");
        await callerIds().remove(credentials, "+12025550177");
        await callerIds().remove(credentials, "+12025550177");
        expect(await list()).not.toContain("+12025550177");
        expect(await list()).toContain(phoneNumber);
      });
      prove("unless the carrier says no, in its words", async ({ refused }) => {
        const start = callerIds().start(rig().credentials, { phoneNumber: refused.phoneNumber, label: "No" });
        await expect(start).rejects.toThrow(CarrierRefusedError);
        await expect(start).rejects.toThrow(refused.sentence);
      });
      prove("unless the carrier cannot be asked", async () => {
        const absent = rig().carrierWithoutServer.callerIds;
        await expect(absent?.list(rig().credentials)).rejects.toThrow(CarrierUnavailableError);
      });
    },
  });
};
