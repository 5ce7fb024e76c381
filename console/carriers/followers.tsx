import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { TelephonyConfiguration } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/choice.tsx";
import { TextField } from "../ui/fields.tsx";
import { SaveForm } from "../ui/save-form.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { carriersKey, carriersQuery } from "./carrier-queries.ts";
import styles from "./carriers.module.css";

const { organization } = words;
type Route = TelephonyConfiguration["route"];

interface Chosen {
  id: number;
  /** As typed, with commas. */
  countries: string;
}

const readCountries = (text: string): string[] => text.split(/[\s,;]+/).filter((code) => code !== "");

/** The accounts that take the calls of this one while its carrier fails, and in which order they are asked. */
export const Followers = ({ carrier }: { carrier: TelephonyConfiguration }) => {
  const queries = useQueryClient();
  const { data: accounts } = useSuspenseQuery(carriersQuery);
  const [route, setRoute] = useState<Route>(carrier.route);
  const [chosen, setChosen] = useState<readonly Chosen[]>(
    carrier.failover.map(({ telephony_configuration_id: id, countries }) => ({
      id,
      countries: countries?.join(", ") ?? "",
    })),
  );
  const save = useAction({
    run: () =>
      callApi("PUT /organizations/telephony-configs/{config_id}", {
        params: { config_id: carrier.id },
        body: {
          route,
          failover: chosen.map(({ id, countries }) => ({
            telephony_configuration_id: id,
            ...(readCountries(countries).length > 0 && { countries: readCountries(countries) }),
          })),
        },
      }),
    said: words.shell.saved,
    onDone: () => queries.invalidateQueries({ queryKey: carriersKey, refetchType: "active" }),
    isQuietOnRefusal: true,
  });
  const nameOf = (id: number) => accounts.find((account) => account.id === id)?.name ?? String(id);
  const others = accounts.filter(({ id }) => id !== carrier.id && !chosen.some((each) => each.id === id));
  return (
    <SaveForm save={save}>
      <p className={styles.soft}>{organization.failoverText}</p>
      {chosen.length === 0 && <p className={styles.soft}>{organization.noFollower}</p>}
      {chosen.map(({ id, countries }, index) => (
        <div key={id} className={styles.follower}>
          <TextField
            label={`${organization.followerNumber(index + 1, nameOf(id))}: ${organization.followerCountries}`}
            hint={organization.followerCountriesHint}
            value={countries}
            onChange={(text) => setChosen(chosen.map((each) => (each.id === id ? { id, countries: text } : each)))}
          />
          <Button needs="admin" onClick={() => setChosen(chosen.filter((each) => each.id !== id))}>
            {organization.remove}
          </Button>
        </div>
      ))}
      {others.length > 0 && (
        <Choice
          label={organization.addFollower}
          value={undefined}
          placeholder={organization.chooseAccount}
          onChange={(id) => setChosen([...chosen, { id: Number(id), countries: "" }])}
          options={others.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      <Choice<Route>
        label={organization.routeOf}
        value={route}
        onChange={setRoute}
        options={[
          { value: "default", label: organization.routeDefault },
          { value: "cheapest", label: organization.routeCheapest },
        ]}
      />
    </SaveForm>
  );
};
