{{- define "ringdown.name" -}}
{{- if contains "ringdown" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-ringdown" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{/* Takes the root and the name of a part. */}}
{{- define "ringdown.selector" -}}
app.kubernetes.io/name: ringdown
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end }}

{{- define "ringdown.labels" -}}
{{ include "ringdown.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "ringdown.image" -}}
{{- if .Values.image.digest }}{{ .Values.image.repository }}@{{ .Values.image.digest }}{{ else }}{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{/* A setting as a variable has it: helm reads large whole numbers as floating ones. */}}
{{- define "ringdown.value" -}}
{{- if and (kindIs "float64" .) (eq (float64 (int64 .)) .) }}{{ int64 . }}{{ else }}{{ . }}{{ end }}
{{- end }}

{{- define "ringdown.drainSeconds" -}}
{{- if hasKey .Values.settings "DRAIN_SECONDS" }}{{ int64 .Values.settings.DRAIN_SECONDS }}{{ else }}10{{ end }}
{{- end }}

{{/* Takes the root, the variables of the part's own (`own`), and the secret ones that others do not get (`secrets`). */}}
{{- define "ringdown.env" -}}
{{- range $name, $value := .own }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- range $name, $value := .root.Values.settings }}
{{- if not (hasKey $.own $name) }}
- name: {{ $name }}
  value: {{ include "ringdown.value" $value | quote }}
{{- end }}
{{- end }}
{{- range $name := concat (list "DATABASE_URL" "TEMPORAL_API_KEY" "S3_ACCESS_KEY" "S3_SECRET_KEY" "ELASTICSEARCH_API_KEY" "ENCRYPTION_KEY" "ENCRYPTION_KEYS_FORMER" "SMTP_URL" "LIVEKIT_API_KEY" "LIVEKIT_API_SECRET" "SIMULATOR_SIGNING_KEY" "METRICS_TOKEN" "OTEL_EXPORTER_OTLP_HEADERS") (.secrets | default list) }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef:
      name: {{ $.root.Values.secrets.settings }}
      key: {{ $name }}
      optional: {{ not (has $name (list "DATABASE_URL" "S3_ACCESS_KEY" "S3_SECRET_KEY" "ENCRYPTION_KEY")) }}
{{- end }}
{{- end }}

{{- define "ringdown.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  # The image's user, whose name is node.
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "ringdown.containerSecurity" -}}
allowPrivilegeEscalation: false
privileged: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* Replicas of a part stay apart where there are nodes for it. */}}
{{- define "ringdown.spread" -}}
affinity:
  podAntiAffinity:
    preferredDuringSchedulingIgnoredDuringExecution:
      - weight: 100
        podAffinityTerm:
          topologyKey: kubernetes.io/hostname
          labelSelector:
            matchLabels: {{ include "ringdown.selector" . | nindent 14 }}
{{- end }}

{{/* Whatever waits in it is gone with the process; it is the image's only folder that can be written. */}}
{{- define "ringdown.mounts" -}}
- { name: tmp, mountPath: /tmp }
{{- if .Values.secrets.files }}
- { name: files, mountPath: /files, readOnly: true }
{{- end }}
{{- end }}

{{- define "ringdown.volumes" -}}
- name: tmp
  emptyDir: { sizeLimit: 512Mi }
{{- if .Values.secrets.files }}
- name: files
  secret: { secretName: {{ .Values.secrets.files }}, defaultMode: 0440 }
{{- end }}
{{- end }}

{{/* Takes the port's name. */}}
{{- define "ringdown.probes" -}}
# The first start of a process compiles what it reads.
startupProbe:
  httpGet: { path: /livez, port: {{ . }} }
  periodSeconds: 2
  failureThreshold: 60
readinessProbe:
  httpGet: { path: /readyz, port: {{ . }} }
  periodSeconds: 3
  timeoutSeconds: 5
  failureThreshold: 2
livenessProbe:
  httpGet: { path: /livez, port: {{ . }} }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
{{- end }}

{{/* What KEDA needs for one queue of Temporal. Takes the root, the queue and how many waiting tasks want one more. */}}
{{- define "ringdown.temporalTrigger" -}}
- type: temporal
  metadata:
    endpoint: {{ .root.Values.settings.TEMPORAL_ADDRESS | quote }}
    namespace: {{ .root.Values.settings.TEMPORAL_NAMESPACE | default "default" | quote }}
    taskQueue: {{ .queue | quote }}
    targetQueueSize: {{ .waiting | quote }}
    queueTypes: workflow,activity
    apiKeyFromEnv: TEMPORAL_API_KEY
    # As the processes have it: with a key always.
    enableTLS: "true"
    {{- with .root.Values.settings.TEMPORAL_TLS_SERVER_NAME }}
    tlsServerName: {{ . | quote }}
    {{- end }}
  {{- with .root.Values.kedaAuthentication }}
  authenticationRef: { name: {{ . }} }
  {{- end }}
{{- end }}
