import { defineOperation } from "../http/operation.ts";
import { getModels } from "./get-models.ts";
import { modelsAnswer, modelsBody, modelsChanges, triedModelAnswer, tryModelBody } from "./models.schemas.ts";
import { setModels, updateModels } from "./set-models.ts";
import { tryModel } from "./try-model.ts";

const area = "Models";
const path = "/organizations/model-configurations/v2";
const REINDEXES =
  "Documents whose vectors are of another embeddings model than this one (`needs_reingest`) get new ones from now on, those " +
  "too for which it failed before; until they are complete the old ones serve, for which the former model's key is kept";
const success = { status: 200, description: "The models; keys are masked", body: modelsAnswer };

export const getModelsOperation = defineOperation({
  id: "models.get",
  area,
  method: "get",
  path,
  summary: "The models that agents think and talk with",
  permission: "viewer",
  sandbox: "read",
  success,
  run: getModels,
});

export const setModelsOperation = defineOperation({
  id: "models.set",
  area,
  method: "put",
  path,
  summary:
    "Set the models: one that is left out is removed, with its key; without a model for text, agents talk by the scripted stand-in",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  body: modelsBody,
  success: { ...success, description: `${success.description}. ${REINDEXES}` },
  run: setModels,
});

export const updateModelsOperation = defineOperation({
  id: "models.update",
  area,
  method: "patch",
  path,
  summary: "Change some of the models: one that is left out stays, null removes one",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  body: modelsChanges,
  success: { ...success, description: `${success.description}. ${REINDEXES}` },
  run: updateModels,
});

export const tryModelOperation = defineOperation({
  id: "models.try",
  share: "asking",
  area,
  method: "post",
  path: `${path}/try`,
  summary: "Have the model that agents talk with answer one sentence",
  permission: "admin",
  sandbox: "refused",
  timeline: { none: "Nothing is changed or stored" },
  body: tryModelBody,
  success: { status: 200, description: "What it said, and how quick it was", body: triedModelAnswer },
  errors: { 502: "The model did not answer, in the words of its server" },
  run: tryModel,
});

export const modelsOperations = [getModelsOperation, setModelsOperation, updateModelsOperation, tryModelOperation];
