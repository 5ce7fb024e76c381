import { queryOptions, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { ModelConfiguration } from "../api/routes.ts";
import { Card } from "../ui/card.tsx";
import { Choice } from "../ui/choice.tsx";
import { TextField } from "../ui/fields.tsx";
import { SaveForm } from "../ui/save-form.tsx";
import { Page } from "../ui/page.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { TryModel } from "./try-model.tsx";

const { organization } = words;
const modelsQuery = queryOptions({
  queryKey: ["models"],
  queryFn: () => callApi("GET /organizations/model-configurations/v2"),
});

const PROVIDERS = ["none", "local", "openai"] as const;
type Provider = (typeof PROVIDERS)[number];
type Purpose = "llm" | "embeddings";

export const Models = () => {
  const { data } = useSuspenseQuery(modelsQuery);
  return (
    <Page title={words.shell.models} isNarrow>
      <p>{organization.modelsText}</p>
      <Card title={organization.llm}>
        <ModelForm purpose="llm" configuration={data} />
      </Card>
      <Card title={organization.tryTitle}>
        <TryModel />
      </Card>
      <Card title={organization.embeddings}>
        <ModelForm purpose="embeddings" configuration={data} />
      </Card>
    </Page>
  );
};

const NAMES: Record<Provider, string> = {
  none: organization.notSet,
  local: organization.localModel,
  openai: organization.openaiModel,
};
/** The default model of each provider. */
const MODELS: Record<Purpose, Record<Exclude<Provider, "none">, string>> = {
  llm: { local: "scripted", openai: "gpt-5-mini" },
  embeddings: { local: "lexical", openai: "text-embedding-3-small" },
};

const providerOf = (given: ModelConfiguration[Purpose]): Provider =>
  given === null ? "none" : given.provider === "local" ? "local" : "openai";

const ModelForm = ({ purpose, configuration }: { purpose: Purpose; configuration: ModelConfiguration }) => {
  const queries = useQueryClient();
  const given = configuration[purpose];
  const [provider, setProvider] = useState<Provider>(() => providerOf(given));
  const [model, setModel] = useState(given?.model ?? "");
  const [apiKey, setApiKey] = useState(given?.api_key ?? "");
  const [baseUrl, setBaseUrl] = useState(given?.base_url ?? "");
  const save = useAction({
    run: () =>
      callApi("PUT /organizations/model-configurations/v2", {
        body: {
          // Absent models are removed by the API, so the others are sent back unchanged.
          ...configuration,
          [purpose]:
            provider === "none"
              ? null
              : {
                  ...(given?.provider === provider && given.script && { script: given.script }),
                  provider: provider === "openai" && given && given.provider !== "local" ? given.provider : provider,
                  model: model || MODELS[purpose][provider],
                  ...(provider === "openai" && { api_key: apiKey || null, base_url: baseUrl || null }),
                },
        },
      }),
    said: words.shell.saved,
    onDone: (saved) => queries.setQueryData(modelsQuery.queryKey, saved),
    isQuietOnRefusal: true,
  });
  return (
    <SaveForm save={save}>
      <Choice<Provider>
        label={organization.modelProvider}
        value={provider}
        onChange={(next) => {
          setProvider(next);
          setModel(next === "none" ? "" : MODELS[purpose][next]);
        }}
        options={PROVIDERS.map((value) => ({ value, label: NAMES[value] }))}
      />
      {provider === "openai" && (
        <>
          <TextField label={organization.model} value={model} onChange={setModel} isRequired />
          <TextField
            label={organization.apiKey}
            hint={organization.apiKeyHint}
            type="password"
            autoComplete="new-password"
            value={apiKey}
            onChange={setApiKey}
          />
          <TextField
            label={organization.baseUrl}
            hint={organization.baseUrlHint}
            type="url"
            value={baseUrl}
            onChange={setBaseUrl}
          />
        </>
      )}
    </SaveForm>
  );
};
