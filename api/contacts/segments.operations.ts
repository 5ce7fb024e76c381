import { defineOperation } from "../http/operation.ts";
import { contactListParams, deletedAnswer } from "./contacts.schemas.ts";
import { createSegment } from "./create-segment.ts";
import { deleteSegment } from "./delete-segment.ts";
import { listSegments, previewSegment } from "./preview-segment.ts";
import {
  segmentAnswer,
  segmentBody,
  segmentParams,
  segmentPreviewAnswer,
  segmentPreviewBody,
  segmentsAnswer,
} from "./segments.schemas.ts";

const AREA = "Contacts";
const UNKNOWN = { 404: "No such contact list or segment in the organization" };

export const createSegmentOperation = defineOperation({
  id: "contacts.segments.create",
  area: AREA,
  method: "post",
  path: "/contact-lists/{contact_list_id}/segments",
  summary: "Keep a part of a list under a name, as an expression",
  permission: "operator",
  sandbox: "own",
  timeline: "system",
  params: contactListParams,
  body: segmentBody,
  success: { status: 200, description: "The segment", body: segmentAnswer },
  errors: { ...UNKNOWN, 409: "The name is another segment's, or the list has as many as it may have" },
  run: createSegment,
});

export const listSegmentsOperation = defineOperation({
  id: "contacts.segments.list",
  area: AREA,
  method: "get",
  path: "/contact-lists/{contact_list_id}/segments",
  summary: "The segments of a list",
  permission: "viewer",
  sandbox: "read",
  params: contactListParams,
  success: { status: 200, description: "The segments, oldest first", body: segmentsAnswer },
  errors: UNKNOWN,
  run: listSegments,
});

export const previewSegmentOperation = defineOperation({
  id: "contacts.segments.preview",
  area: AREA,
  method: "post",
  path: "/contact-lists/{contact_list_id}/segments/preview",
  summary: "Count whom of a list an expression is true of, with five of them",
  permission: "operator",
  sandbox: "own",
  timeline: { none: "it changes nothing: a question about a list" },
  params: contactListParams,
  body: segmentPreviewBody,
  success: { status: 200, description: "How many, and the first five", body: segmentPreviewAnswer },
  errors: UNKNOWN,
  share: "listing",
  run: previewSegment,
});

export const deleteSegmentOperation = defineOperation({
  id: "contacts.segments.delete",
  area: AREA,
  method: "delete",
  path: "/contact-lists/{contact_list_id}/segments/{segment_id}",
  summary: "Delete a segment; its contacts stay, and campaigns keep it as they took it",
  permission: "operator",
  sandbox: "own",
  timeline: "system",
  params: segmentParams,
  success: { status: 200, description: "It is deleted", body: deletedAnswer },
  errors: UNKNOWN,
  run: deleteSegment,
});

export const segmentsOperations = [
  createSegmentOperation,
  listSegmentsOperation,
  previewSegmentOperation,
  deleteSegmentOperation,
];
