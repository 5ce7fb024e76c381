import { defineOperation } from "../http/operation.ts";
import { createRecordings } from "./create-recordings.ts";
import { createUploadUrls } from "./create-upload-urls.ts";
import { deleteRecording } from "./delete-recording.ts";
import { listRecordings } from "./list-recordings.ts";
import {
  createdRecordingsAnswer,
  createRecordingsBody,
  deletedRecordingAnswer,
  deleteRecordingQuery,
  listRecordingsQuery,
  recordingListAnswer,
  recordingParams,
  uploadUrlsAnswer,
  uploadUrlsBody,
} from "./recordings.schemas.ts";

const area = "Recordings";

export const createRecordingUploadUrlsOperation = defineOperation({
  id: "recordings.uploadUrl",
  area,
  method: "post",
  path: "/workflow-recordings/upload-url",
  summary: "Signed URLs to upload recordings to that agents play",
  permission: "admin",
  sandbox: "refused",
  timeline: { none: "An upload link alone changes nothing; the file's first use writes the event" },
  body: uploadUrlsBody,
  success: { status: 200, description: "One URL per file", body: uploadUrlsAnswer },
  errors: {
    402: "The organization's uploaded files have reached their size limit, or it has as many recordings as it may",
    415: "A type of sound that not every carrier plays",
  },
  run: createUploadUrls,
});

export const createRecordingsOperation = defineOperation({
  id: "recordings.create",
  area,
  method: "post",
  path: "/workflow-recordings/",
  summary: "Conclude uploads; from then on agents can play them",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  body: createRecordingsBody,
  success: { status: 200, description: "The recordings", body: createdRecordingsAnswer },
  errors: {
    400: "The file has not arrived, or is not the sound that was announced",
    404: "No such upload or agent in the organization",
    409: "The recording is there already",
    413: "The file is larger than 5 MiB",
    503: "Too many recordings are being checked right now",
  },
  run: createRecordings,
});

export const listRecordingsOperation = defineOperation({
  id: "recordings.list",
  area,
  method: "get",
  path: "/workflow-recordings/",
  summary: "Every recording that agents can play",
  permission: "viewer",
  sandbox: "read",
  query: listRecordingsQuery,
  success: { status: 200, description: "The recordings, newest first", body: recordingListAnswer },
  share: "listing",
  run: listRecordings,
});

export const deleteRecordingOperation = defineOperation({
  id: "recordings.delete",
  area,
  method: "delete",
  path: "/workflow-recordings/{recording_id}",
  summary: "Remove a recording and its file",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  params: recordingParams,
  query: deleteRecordingQuery,
  success: { status: 200, description: "It is deleted", body: deletedRecordingAnswer },
  errors: { 404: "No such recording in the organization", 409: "Agents or tools play it; the answer names them" },
  run: deleteRecording,
});

export const recordingsOperations = [
  createRecordingUploadUrlsOperation,
  createRecordingsOperation,
  listRecordingsOperation,
  deleteRecordingOperation,
];
