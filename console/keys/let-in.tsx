import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { ApiKey, ClientRole, ClientSignIn, Scope } from "../api/routes.ts";
import { chooseButtonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Choice } from "../ui/choice.tsx";
import { Form } from "../ui/form.tsx";
import { Notice } from "../ui/notice.tsx";
import { Empty, Page } from "../ui/page.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { ScopesField } from "./scopes.tsx";

const { letIn, organization, team } = words;
const route = getRouteApi("/shell/let-in");

const signInQuery = (request: string) =>
  queryOptions({
    queryKey: ["let-in", request],
    queryFn: () => callApi("GET /oauth/sign-in", { query: { request } }),
    retry: false,
  });

/** The page to which a program sends a person who shall let it in. */
export const LetIn = () => {
  const { request } = route.useSearch();
  if (request !== undefined) return <Asked request={request} />;
  return (
    <Page title={letIn.pageTitle}>
      <Empty title={letIn.nobodyAsks} text={letIn.nobodyAsksText} />
    </Page>
  );
};

const Asked = ({ request }: { request: string }) => {
  const { data: asked } = useSuspenseQuery(signInQuery(request));
  const { client_name: name, redirect_uri: address, organization_name: ours } = asked;
  return (
    <Page title={letIn.title(name, ours)} isNarrow>
      <Notice tone="warn" title={letIn.unchecked(name)}>
        {asked.is_on_this_computer ? letIn.goesHere(address) : letIn.goesTo(new URL(address).host)}
      </Notice>
      <Card title={letIn.whatItMay}>
        <Choices request={request} asked={asked} />
      </Card>
    </Page>
  );
};

type Environment = ApiKey["environment"];
const DAYS = ["1", "7", "30", "90", "365"] as const;
type Days = (typeof DAYS)[number];

const Choices = ({ request, asked }: { request: string; asked: ClientSignIn }) => {
  const [role, setRole] = useState<ClientRole>(asked.roles.includes("operator") ? "operator" : "viewer");
  const [environment, setEnvironment] = useState<Environment>("sandbox");
  const [days, setDays] = useState<Days>("30");
  const [scopes, setScopes] = useState<readonly Scope[] | undefined>(asked.scopes ?? undefined);
  const consent = useAction({
    run: () =>
      callApi("POST /oauth/sign-in", {
        body: { request, role, environment, days: Number(days), ...(scopes && { scopes: [...scopes] }) },
      }),
    // The browser brings the program its code.
    onDone: ({ redirect_to }) => window.location.assign(redirect_to),
    isQuietOnRefusal: true,
  });
  return (
    <Form
      isQuestion
      onSubmit={() => consent.mutate()}
      action={letIn.yes}
      isBusy={consent.isPending || consent.isSuccess}
      error={consent.error}
      ways={
        <a className={chooseButtonClass()} href={asked.refusal}>
          {letIn.no}
        </a>
      }
    >
      <Choice<ClientRole>
        label={letIn.role}
        hint={letIn.roleHint}
        value={role}
        onChange={setRole}
        options={asked.roles.map((value) => ({ value, label: team.roleNames[value] }))}
      />
      <Choice<Environment>
        label={organization.environment}
        hint={asked.may_be_live ? letIn.liveHint : letIn.notLiveHint}
        value={environment}
        onChange={setEnvironment}
        options={[
          { value: "sandbox", label: organization.sandbox },
          { value: "production", label: organization.production, isDisabled: !asked.may_be_live },
        ]}
      />
      <Choice<Days>
        label={letIn.days}
        hint={letIn.daysHint}
        value={days}
        onChange={setDays}
        options={DAYS.map((value) => ({ value, label: letIn.dayCount(Number(value)) }))}
      />
      <ScopesField value={scopes} onChange={setScopes} />
    </Form>
  );
};
