import { expect } from "@jest/globals";
import { always, type Suite } from "./suite.ts";

export const describeAccount = ({ capability, rig }: Suite): void => {
  capability("check the account", always, {
    prove: (prove) => {
      prove("tells whether it works", async () => {
        expect(await rig().carrier.checkAccount(rig().credentials)).toMatchObject({ reachable: true, ok: true });
        const refused = await rig().carrierWithWrongCredentials().checkAccount(rig().wrongCredentials);
        expect(refused).toMatchObject({ reachable: true, ok: false });
        const absent = await rig().carrierWithoutServer.checkAccount(rig().credentials);
        expect(absent).toMatchObject({ reachable: false, ok: false });
      });

      prove("names its fields once each, with words for people", () => {
        const { description } = rig().carrier;
        const names = description.fields.map((field) => field.name);
        expect(new Set(names).size).toBe(names.length);
        for (const field of description.fields) {
          expect(field.name).toMatch(/^[a-z][a-z0-9_]*$/);
          expect(field.label && field.description).toBeTruthy();
          if (field.type === "password") expect(field.sensitive).toBe(true);
        }
        expect(description.displayName).toBeTruthy();
        expect(description.defaultCallsPerSecond ?? 1).toBeGreaterThan(0);
      });

      prove("takes credentials made of its own fields", () => {
        for (const field of rig().carrier.description.fields) {
          if (field.required) expect(rig().credentials[field.name]).toBeTruthy();
        }
      });
    },
  });
};
