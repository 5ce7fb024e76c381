import type { Answer } from "../api/client.ts";
import type { TelephonyConfiguration } from "../api/routes.ts";
import { nameCarrier } from "../calls/call-names.ts";
import { sayOffer } from "../words/say-offer.ts";
import { words } from "../words/words.ts";

const { organization } = words;

export type CarrierKind = Answer<"GET /organizations/telephony-providers/metadata">["providers"][number];
type ChecklistStep = TelephonyConfiguration["setup_checklist"]["steps"][number];

const nameSetting = (kind: CarrierKind | undefined, name: string): string | undefined => {
  const label = kind?.fields.find((field) => field.name === name)?.label;
  return label && sayOffer(label);
};

/** Says in the viewer's language what an account needs; a step without words here says its own. */
export const describeStep = ({ key, title, description, complete }: ChecklistStep, kind: CarrierKind | undefined) => {
  const step = organization.checklistSteps[key];
  if (step && kind) {
    const text = step.text(nameCarrier(kind.provider));
    // Only the server knows which requests do not come through.
    return { title: step.title, text: key === "public_address" && !complete ? `${text} ${description}` : text };
  }
  const setting = nameSetting(kind, key);
  return { title: setting ? organization.addSetting(setting) : title, text: sayOffer(description) };
};

interface Account {
  provider: string;
  outbound_blocked_by: string | null;
  outbound_blocked_reason: string | null;
}

/** Says in the viewer's language why nothing can be dialled; null: it can. */
export const describeBlocked = (account: Account, kinds: readonly CarrierKind[]): string | null => {
  const { provider, outbound_blocked_by: by, outbound_blocked_reason: reason } = account;
  if (by === null) return reason;
  const say = organization.blockedBy[by];
  if (say) return say(nameCarrier(provider));
  const setting = nameSetting(
    kinds.find((kind) => kind.provider === provider),
    by,
  );
  return setting ? organization.blockedBySetting(setting) : reason;
};

/** Says in the viewer's language what has to be set at the carrier before texts come in. */
export const describeTextsByHand = ({ texts_by_hand: sentence }: CarrierKind): string => sayOffer(sentence ?? "");
