import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { Template } from "../api/routes.ts";
import { Card } from "../ui/card.tsx";
import { Choice } from "../ui/choice.tsx";
import { LongTextField, TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { Columns, Page, Stack } from "../ui/page.tsx";
import { useAction } from "../ui/use-action.ts";
import { sayOffer } from "../words/say-offer.ts";
import { words } from "../words/words.ts";
import styles from "./marketplace.module.css";
import { templateQuery } from "./marketplace-queries.ts";
import { nameLanguage } from "./offer-words.ts";
import { Sentences } from "./pack-page.tsx";
import { SampleCalls } from "./sample-call.tsx";

const route = getRouteApi("/shell/marketplace/hire/$templateId");

/** Shows what the agent does and needs, and the questions; then hires it. */
export const HirePage = () => {
  const { templateId } = route.useParams();
  const { language } = route.useSearch();
  const { data: template } = useSuspenseQuery(templateQuery(templateId, language));
  return (
    <Page
      title={words.marketplace.hireOne(sayOffer(template.name))}
      crumb={<Link to="/marketplace">{words.shell.marketplace}</Link>}
    >
      <p>{sayOffer(template.summary)}</p>
      <Columns>
        <Card title={words.marketplace.answers}>
          <Answers key={template.language} template={template} />
        </Card>
        <Stack>
          <Card title={words.marketplace.steps}>
            <Sentences sentences={template.steps} />
          </Card>
          <Card title={words.marketplace.needs}>
            <Needs template={template} />
          </Card>
          {template.conversations.length > 0 && (
            <Card title={words.marketplace.triedWith}>
              <SampleCalls key={template.language} templateId={templateId} language={language} />
            </Card>
          )}
          {template.compliance_notes.length > 0 && (
            <Card title={words.marketplace.notes}>
              <Sentences sentences={template.compliance_notes} />
            </Card>
          )}
        </Stack>
      </Columns>
    </Page>
  );
};

const Needs = ({ template: { tools, documents } }: { template: Template }) =>
  tools.length + documents.length === 0 ? (
    <p>{words.marketplace.needsNothing}</p>
  ) : (
    <ul className={styles.needs}>
      {tools.map(({ key, name, description, credential }) => (
        <li key={key}>
          <strong>{sayOffer(name)}</strong>
          <p>{sayOffer(description)}</p>
          {credential && (
            <p className={styles.soft}>
              {words.marketplace.needsCredential(sayOffer(credential.name))}: {sayOffer(credential.why)}
            </p>
          )}
        </li>
      ))}
      {documents.map(({ key, filename }) => (
        <li key={key}>
          {words.marketplace.knows} <strong>{filename}</strong>
        </li>
      ))}
    </ul>
  );

const Answers = ({ template }: { template: Template }) => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [greeting, setGreeting] = useState("");
  const [answers, setAnswers] = useState<Record<string, string>>({});
  const hire = useAction({
    run: () =>
      callApi("POST /agent-templates/{template_id}/create", {
        params: { template_id: template.id },
        body: {
          agent_name: name,
          language: template.language,
          variables: Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== "")),
          source: "console",
          ...(greeting && { greeting }),
        },
      }),
    onDone: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ["agents"] });
      await navigate({ to: "/marketplace/hired/$agentId", params: { agentId: id } });
    },
    isQuietOnRefusal: true,
  });
  return (
    <Form
      onSubmit={() => hire.mutate()}
      action={words.marketplace.hire}
      meanwhile={words.marketplace.hiring}
      needs="admin"
      isBusy={hire.isPending}
      error={hire.error}
    >
      <TextField
        label={words.marketplace.agentName}
        hint={words.marketplace.agentNameHint}
        value={name}
        onChange={setName}
        maxLength={255}
        isRequired
      />
      {template.languages.length > 1 && (
        <Choice
          label={words.marketplace.language}
          value={template.language}
          onChange={(language) => void navigate({ to: ".", search: { language }, replace: true })}
          options={template.languages.map((tag) => ({ value: tag, label: nameLanguage(tag) }))}
        />
      )}
      {template.variables.map(({ key, question, required, default: fallback }) => (
        <TextField
          key={key}
          label={sayOffer(question)}
          value={answers[key] ?? ""}
          onChange={(answer) => setAnswers({ ...answers, [key]: answer })}
          isRequired={required}
          {...(fallback !== null && { hint: fallback })}
        />
      ))}
      <LongTextField
        label={words.marketplace.greeting}
        hint={words.marketplace.greetingHint}
        value={greeting}
        onChange={setGreeting}
      />
    </Form>
  );
};
