import { expect, it } from "@jest/globals";
import { CONSENT_STATUSES, replacesConsent } from "../../../domain/contact/consent.rules.ts";

it("a statement replaces every recorded consent, but a withdrawal stays until it is granted again", () => {
  const kept = CONSENT_STATUSES.flatMap((recorded) =>
    CONSENT_STATUSES.filter((stated) => !replacesConsent(recorded, stated)).map((stated) => [recorded, stated]),
  );
  expect(kept).toEqual([["withdrawn", "unknown"]]);
});
