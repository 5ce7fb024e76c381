import { defineOperation } from "../http/operation.ts";
import { getModels } from "./get-models.ts";
import { modelsAnswer, modelsBody } from "./models.schemas.ts";
import { setModels } from "./set-models.ts";

const area = "Models";
const path = "/organizations/model-configurations/v2";
const success = { status: 200, description: "The models; keys are masked", body: modelsAnswer };

export const getModelsOperation = defineOperation({
  id: "models.get",
  area,
  method: "get",
  path,
  summary: "The models that agents think and talk with",
  permission: "viewer",
  success,
  run: getModels,
});

export const setModelsOperation = defineOperation({
  id: "models.set",
  area,
  method: "put",
  path,
  summary: "Set the models; without one, agents talk by the scripted stand-in",
  permission: "admin",
  body: modelsBody,
  success,
  run: setModels,
});

export const modelsOperations = [getModelsOperation, setModelsOperation];
