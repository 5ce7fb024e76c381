import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { publishedAgentsQuery } from "../agents/agent-queries.ts";
import { callApi } from "../api/client.ts";
import type { AvailableNumbers } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/choice.tsx";
import { FieldRow, TextField } from "../ui/fields.tsx";
import { Form, Problem } from "../ui/form.tsx";
import { Stack } from "../ui/page.tsx";
import { useAction } from "../ui/use-action.ts";
import { formatMoney } from "../words/format.ts";
import { words } from "../words/words.ts";
import { carriersKey } from "./carrier-queries.ts";
import styles from "./carriers.module.css";

const { organization } = words;
const TYPES = ["local", "mobile", "toll_free"] as const;
const NOBODY = "";

interface RentNumberProps {
  carrierId: number;
  onDone(): void;
}

/** Searches free numbers at the carrier, and rents the selected one, with its monthly cost beside the button. */
export const RentNumber = ({ carrierId, onDone }: RentNumberProps) => {
  const [country, setCountry] = useState("US");
  const [type, setType] = useState<(typeof TYPES)[number]>("local");
  const [contains, setContains] = useState("");
  const search = useAction({
    run: () =>
      callApi("POST /managed-numbers/search", {
        body: {
          country: country.toUpperCase(),
          type,
          ...(contains && { contains }),
          telephony_configuration_id: carrierId,
        },
      }),
    isQuietOnRefusal: true,
  });
  return (
    <Stack>
      <Form
        isQuestion
        onSubmit={() => search.mutate()}
        action={organization.searchNumbers}
        needs="admin"
        isBusy={search.isPending}
        error={search.error}
      >
        <FieldRow>
          <TextField label={organization.country} value={country} onChange={setCountry} maxLength={2} isRequired />
          <Choice<(typeof TYPES)[number]>
            label={organization.kind}
            value={type}
            onChange={setType}
            options={TYPES.map((value) => ({ value, label: organization.numberTypes[value] }))}
          />
          <TextField label={organization.contains} value={contains} onChange={setContains} maxLength={15} />
        </FieldRow>
      </Form>
      {search.data && <Found numbers={search.data.numbers} carrierId={carrierId} onDone={onDone} />}
    </Stack>
  );
};

const Found = ({ numbers, carrierId, onDone }: RentNumberProps & { numbers: AvailableNumbers["numbers"] }) => {
  const queries = useQueryClient();
  const { data: agents = [] } = useQuery(publishedAgentsQuery);
  const [agent, setAgent] = useState(NOBODY);
  const rent = useAction({
    run: (phoneNumber: string) =>
      callApi("POST /managed-numbers", {
        body: {
          phone_number: phoneNumber,
          telephony_configuration_id: carrierId,
          ...(agent !== NOBODY && { workflow_id: Number(agent) }),
        },
      }),
    said: ({ address }) => organization.rented(address),
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: carriersKey });
      onDone();
    },
    isQuietOnRefusal: true,
  });
  if (numbers.length === 0) return <p>{organization.noneFree}</p>;
  return (
    <>
      <Choice
        label={organization.answeredBy}
        value={agent}
        onChange={setAgent}
        options={[
          { value: NOBODY, label: organization.nobody },
          ...agents.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      {rent.error && <Problem error={rent.error} />}
      <ul className={styles.found} aria-label={organization.searchNumbers}>
        {numbers.map(({ phone_number: number, locality, region, monthly_cost_minor: cost, currency }) => (
          <li key={number}>
            <span>
              <strong>{number}</strong> {[locality, region].filter(Boolean).join(", ")}
            </span>
            <span>{organization.aMonth(formatMoney(cost, currency))}</span>
            <Button
              needs="admin"
              aria-label={`${organization.rent}: ${number}`}
              disabled={rent.isPending}
              onClick={() => rent.mutate(number)}
            >
              {organization.rent}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
};
