import { Link } from "@tanstack/react-router";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import type { Column } from "../ui/data-table.tsx";
import { chooseOutcomeLook } from "../ui/outcomes.ts";
import table from "../ui/table.module.css";
import { formatMoment, formatWhole, NOTHING } from "../words/format.ts";
import { words } from "../words/words.ts";
import { CONTACT_STATES, type Contact, type ContactState } from "./contact-states.ts";

/** Nothing prevents calling contacts in these states: they are being called, or were reached. */
const IS_CALLED: ReadonlySet<ContactState> = new Set(["in_flight", "answered"]);

/** The columns of a campaign's contacts; `ask` shows why a contact is not called. */
export const buildColumns = (campaign: number, ask: (contact: Contact) => void): readonly Column<Contact>[] => [
  {
    name: words.contacts.number,
    cell: ({ phone_number: number }) => (
      <Link className={`${table.rowLink} ${table.mono}`} to="/calls" search={{ campaign, number }}>
        {number}
      </Link>
    ),
  },
  {
    name: words.contacts.person,
    cell: ({ name, phone_number: number }) =>
      name === null ? (
        NOTHING
      ) : (
        <Link className={table.cellLink} to="/person" search={{ number }}>
          {name}
        </Link>
      ),
  },
  {
    name: words.campaigns.state,
    cell: ({ state }) => <Badge tone={CONTACT_STATES[state].tone}>{words.campaigns.contactStates[state]}</Badge>,
  },
  { name: words.campaigns.tries, isNumber: true, cell: ({ attempts }) => formatWhole(attempts) },
  {
    name: words.campaigns.lastResult,
    cell: ({ last_outcome: outcome }) => (outcome === null ? NOTHING : chooseOutcomeLook(outcome).name),
  },
  {
    name: words.campaigns.nextTry,
    cell: ({ next_attempt_at: at, call_back_at: askedFor }) => (
      <span className={table.soft}>
        {at === null
          ? NOTHING
          : askedFor === null
            ? formatMoment(at)
            : words.campaigns.calledBack(formatMoment(askedFor))}
      </span>
    ),
  },
  {
    name: words.campaigns.oneContact,
    isNameHidden: true,
    cell: (contact) =>
      !IS_CALLED.has(contact.state) && (
        <div className={table.actions}>
          <Button
            kind="quiet"
            aria-label={words.campaigns.whyNotNow(contact.name ?? contact.phone_number)}
            disabled={contact.contact_id === null}
            title={contact.contact_id === null ? words.campaigns.notOnList : undefined}
            onClick={() => ask(contact)}
          >
            {words.campaigns.oneContact}
          </Button>
        </div>
      ),
  },
];
