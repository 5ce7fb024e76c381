import { defineOperation } from "../../http/operation.ts";
import { XLSX_TYPE } from "../../http/table-file.ts";
import { listMeasures, listViews } from "./analytics.reads.ts";
import {
  analyticsAnswer,
  analyticsMeasuresAnswer,
  analyticsQuery,
  analyticsReportQuery,
  viewAnswer,
  viewBody,
  viewChangeBody,
  viewDeletedAnswer,
  viewListAnswer,
  viewParams,
} from "./analytics.schemas.ts";
import { askAnalytics } from "./ask-analytics.ts";
import { createView } from "./create-view.ts";
import { deleteView } from "./delete-view.ts";
import { reportAnalytics } from "./report-analytics.ts";
import { updateView } from "./update-view.ts";

const area = "Calls";
const asking = {
  400: "Unreadable filters; more rows than an answer has; a variable that is free text; or more calls than there is time for",
  404: "No such agent or campaign",
};
const view = "/analytics/views/{view_id}";
const timeline = { none: "It is how somebody looks at calls, and changes none of them" };

export const askAnalyticsOperation = defineOperation({
  id: "analytics.ask",
  area,
  method: "get",
  path: "/analytics",
  summary: "Count and measure calls over time and by agent, campaign, outcome and more; each figure leads to its calls",
  permission: "viewer",
  sandbox: "read",
  query: analyticsQuery,
  success: { status: 200, description: "The figures of each group, and of all calls", body: analyticsAnswer },
  errors: asking,
  share: "paging",
  run: askAnalytics,
});

export const reportAnalyticsOperation = defineOperation({
  id: "analytics.report",
  area,
  method: "get",
  path: "/analytics/report",
  summary: "Download the figures of a question, as CSV or XLSX",
  permission: "viewer",
  sandbox: "read",
  query: analyticsReportQuery,
  success: { status: 200, description: "The file", contentTypes: ["text/csv", XLSX_TYPE] },
  errors: asking,
  share: "reporting",
  run: reportAnalytics,
});

export const listMeasuresOperation = defineOperation({
  id: "analytics.measures",
  area,
  method: "get",
  path: "/analytics/measures",
  summary: "What can be asked of calls: measures, dimensions and the variables that agents gather",
  permission: "viewer",
  sandbox: "read",
  success: { status: 200, description: "Everything that a question may name", body: analyticsMeasuresAnswer },
  run: listMeasures,
});

export const listViewsOperation = defineOperation({
  id: "analytics.views.list",
  area,
  method: "get",
  path: "/analytics/views",
  summary: "Questions that are kept under a name: one's own, and those that are shared",
  permission: "viewer",
  sandbox: "read",
  success: {
    status: 200,
    description: "The views, by name, each with what it names and is gone",
    body: viewListAnswer,
  },
  share: "listing",
  run: listViews,
});

export const createViewOperation = defineOperation({
  id: "analytics.views.create",
  area,
  method: "post",
  path: "/analytics/views",
  summary: "Keep a question under a name, for oneself or for everybody",
  permission: "viewer",
  sandbox: "refused",
  timeline,
  body: viewBody,
  addsRows: true,
  success: { status: 200, description: "The view", body: viewAnswer },
  errors: {
    ...asking,
    402: "The organization has as many views as it may",
    403: "Viewers keep views for themselves",
  },
  run: createView,
});

export const updateViewOperation = defineOperation({
  id: "analytics.views.update",
  area,
  method: "patch",
  path: view,
  summary: "Rename a view, share it or not, or keep another question in it",
  permission: "viewer",
  sandbox: "refused",
  timeline,
  params: viewParams,
  body: viewChangeBody,
  success: { status: 200, description: "The view", body: viewAnswer },
  errors: { ...asking, 403: "It is shared by somebody else", 404: "No such view, agent or campaign" },
  run: updateView,
});

export const deleteViewOperation = defineOperation({
  id: "analytics.views.delete",
  area,
  method: "delete",
  path: view,
  summary: "Delete a view",
  permission: "viewer",
  sandbox: "refused",
  timeline,
  params: viewParams,
  success: { status: 200, description: "It is gone", body: viewDeletedAnswer },
  errors: { 403: "It is shared by somebody else", 404: "No such view" },
  run: deleteView,
});

export const analyticsOperations = [
  askAnalyticsOperation,
  reportAnalyticsOperation,
  listMeasuresOperation,
  listViewsOperation,
  createViewOperation,
  updateViewOperation,
  deleteViewOperation,
];
