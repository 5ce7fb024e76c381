import type { CampaignWarning } from "../api/routes.ts";
import { describeNumberClass } from "../ui/number-class.ts";
import { formatMoney, formatShortDay, formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { formatClockTime } from "./campaign-dates.ts";

const { warnings, shortages } = words.campaigns;

/** Says in the viewer's language what may surprise when the campaign dials; a warning without words here says its own. */
export const describeWarning = ({ code, sentence, values }: CampaignWarning): string => {
  const text = (name: string): string => String(values[name] ?? "");
  const number = (name: string): string => formatWhole(Number(values[name]));
  const money = (name: string): string => formatMoney(Number(values[name]), text("currency"));
  const whose = shortages.whose[text("whose")] ?? text("whose");
  switch (code) {
    case "hours_never_open":
      return warnings.hours_never_open(number("contacts"), {
        zones: [
          text("zones"),
          ...(values["further_zones"] ? [warnings.furtherZones(number("further_zones"))] : []),
        ].join("; "),
        isOwn: values["whose"] === "campaign",
      });
    case "ends_too_early":
      return warnings.ends_too_early(
        number("contacts"),
        [text("zones"), ...(values["further_zones"] ? [warnings.furtherZones(number("further_zones"))] : [])].join(
          "; ",
        ),
      );
    case "clocks_change":
      return warnings.clocks_change(formatClockTime(text("local")), {
        zones: text("zones"),
        isTwice: values["how"] === "twice",
      });
    case "may_cost_more":
      return warnings.may_cost_more(number("contacts"), {
        cost: money("cost_minor"),
        left: money("left_minor"),
        whose,
        renews: values["renews"] === true,
      });
    case "numbers_not_allowed":
      return warnings.numbers_not_allowed(number("contacts"), describeClasses(text("kinds")));
    case "national_list_outdated":
      return warnings.national_list_outdated(text("source"), {
        asOf: formatShortDay(text("as_of")),
        days: number("days"),
      });
    default:
      return sentence;
  }
};

/** Describes what the API calls `premium_rate in US: 2, satellite in no country: 1`. */
const describeClasses = (kinds: string): string =>
  kinds
    .split(", ")
    .map((part) => {
      const [numberClass = "", count = ""] = part.split(": ");
      return `${describeNumberClass(numberClass) ?? numberClass}: ${formatWhole(Number(count))}`;
    })
    .join("; ");
