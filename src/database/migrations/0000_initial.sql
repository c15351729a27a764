-- drizzle-kit has written this file except the four lines marked "by hand", which it cannot express: INCLUDE, PARTITION BY
-- and UNLOGGED. A copy that is generated anew needs them again (decisions 002 and 010).
CREATE TABLE "api_key_projects" (
	"key_id" text NOT NULL,
	"project_no" integer NOT NULL,
	CONSTRAINT "api_key_projects_key_id_project_no_pk" PRIMARY KEY("key_id","project_no")
);
--> statement-breakpoint
CREATE TABLE "api_key_sensors" (
	"key_id" text NOT NULL,
	"sensor_no" integer NOT NULL,
	CONSTRAINT "api_key_sensors_key_id_sensor_no_pk" PRIMARY KEY("key_id","sensor_no")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"last_used_at" timestamp (0) with time zone,
	"all_sensors" boolean NOT NULL,
	"replaced_by" text
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "key_requests" ( -- by hand
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audio_leases" (
	"sensor_no" integer NOT NULL,
	"id" uuid NOT NULL,
	"key_id" text NOT NULL,
	"operation" text NOT NULL,
	"recording_datetimes" timestamp (0) with time zone[] DEFAULT '{}' NOT NULL,
	"recording_digests" text[] DEFAULT '{}' NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audio_leases_sensor_no_id_pk" PRIMARY KEY("sensor_no","id")
);
--> statement-breakpoint
CREATE TABLE "audio_store" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" uuid NOT NULL,
	CONSTRAINT "audio_store_one_row" CHECK ("audio_store"."is_only")
);
--> statement-breakpoint
CREATE TABLE "recordings" (
	"sensor_no" integer NOT NULL,
	"datetime" timestamp (0) with time zone NOT NULL,
	"object_name" text NOT NULL,
	"byte_length" bigint NOT NULL,
	"sha256" text NOT NULL,
	"sample_rate_hertz" integer NOT NULL,
	"channels" smallint NOT NULL,
	"bits_per_sample" smallint NOT NULL,
	"total_samples" bigint NOT NULL,
	"imported_at" timestamp (3) with time zone NOT NULL,
	"retain_until" timestamp (3) with time zone,
	"missing_since" timestamp (3) with time zone,
	CONSTRAINT "recordings_sensor_no_datetime_pk" PRIMARY KEY("sensor_no","datetime")
);
--> statement-breakpoint
CREATE TABLE "unclaimed_objects" (
	"name" text PRIMARY KEY NOT NULL,
	"remove_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "classifications" (
	"sensor_no" integer NOT NULL,
	"datetime" timestamp (0) with time zone NOT NULL,
	"model_no" integer NOT NULL,
	"label" text NOT NULL,
	"confidence" double precision NOT NULL,
	CONSTRAINT "classifications_pkey" PRIMARY KEY("sensor_no","model_no","datetime","label") INCLUDE ("confidence") -- by hand
);
--> statement-breakpoint
CREATE TABLE "compact_partitions" (
	"name" text PRIMARY KEY NOT NULL,
	"is_compact" boolean NOT NULL,
	"compacted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exclusions" (
	"sensor_no" integer NOT NULL,
	"start_at" timestamp (0) with time zone NOT NULL,
	"end_at" timestamp (0) with time zone NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	CONSTRAINT "exclusions_sensor_no_start_at_end_at_reason_pk" PRIMARY KEY("sensor_no","start_at","end_at","reason"),
	CONSTRAINT "exclusions_length" CHECK ("exclusions"."start_at" < "exclusions"."end_at")
);
--> statement-breakpoint
CREATE TABLE "import_counts" (
	"kind" text NOT NULL,
	"result" text NOT NULL,
	"rows" bigint NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "import_counts_kind_result_pk" PRIMARY KEY("kind","result")
);
--> statement-breakpoint
CREATE TABLE "last_backup" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "last_backup_one_row" CHECK ("last_backup"."is_only")
);
--> statement-breakpoint
CREATE TABLE "reported_weightings" (
	"sensor_no" integer NOT NULL,
	"weighting" text NOT NULL,
	"first_at" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "reported_weightings_sensor_no_weighting_pk" PRIMARY KEY("sensor_no","weighting")
);
--> statement-breakpoint
CREATE TABLE "samples" (
	"sensor_no" integer NOT NULL,
	"datetime" timestamp (0) with time zone NOT NULL,
	"laeq" smallint,
	"lceq" smallint,
	"lzeq" smallint,
	"lafmax" smallint,
	"lafmin" smallint,
	"lcpeak" smallint,
	"la10" smallint,
	"la50" smallint,
	"la90" smallint,
	"collected_limit" smallint,
	"collected_classification" text,
	CONSTRAINT "samples_pkey" PRIMARY KEY("sensor_no","datetime")
		INCLUDE ("laeq","lceq","lzeq","lafmax","lafmin","lcpeak","la10","la50","la90") -- by hand
) PARTITION BY RANGE ("datetime"); -- by hand
--> statement-breakpoint
CREATE TABLE "sensor_latest" (
	"sensor_no" integer PRIMARY KEY NOT NULL,
	"datetime" timestamp (0) with time zone NOT NULL,
	"laeq" smallint,
	"lceq" smallint,
	"lzeq" smallint,
	"lafmax" smallint,
	"lafmin" smallint,
	"lcpeak" smallint,
	"la10" smallint,
	"la50" smallint,
	"la90" smallint,
	"inferred_seconds" integer,
	"inferred_at" timestamp (0) with time zone
);
--> statement-breakpoint
CREATE TABLE "classification_models" (
	"model_no" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "classification_models_model_no_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	CONSTRAINT "classification_models_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"project_no" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "projects_project_no_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"timezone" text NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"model_no" integer,
	"min_confidence" double precision DEFAULT 0 NOT NULL,
	"interval_seconds" integer,
	"contract_start_at" timestamp (3) with time zone,
	"contract_end_at" timestamp (3) with time zone,
	"samples_retention" text,
	"recordings_retention" text,
	CONSTRAINT "projects_id_unique" UNIQUE("id"),
	CONSTRAINT "projects_interval" CHECK ("projects"."interval_seconds" between 1 and 86400)
);
--> statement-breakpoint
CREATE TABLE "sensors" (
	"sensor_no" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sensors_sensor_no_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"project_no" integer NOT NULL,
	"name" text NOT NULL,
	"serial_number" text,
	"model" text,
	"latitude" double precision,
	"longitude" double precision,
	"interval_seconds" integer,
	"end_at" timestamp (3) with time zone,
	CONSTRAINT "sensors_id_unique" UNIQUE("id"),
	CONSTRAINT "sensors_interval" CHECK ("sensors"."interval_seconds" between 1 and 86400)
);
--> statement-breakpoint
CREATE TABLE "site_versions" (
	"project_no" integer NOT NULL,
	"version" integer NOT NULL,
	"applied_at" timestamp (3) with time zone NOT NULL,
	"site" text NOT NULL,
	"digest" text NOT NULL,
	"changes" text[] NOT NULL,
	CONSTRAINT "site_versions_project_no_version_pk" PRIMARY KEY("project_no","version"),
	CONSTRAINT "site_versions_site" CHECK (json_typeof("site_versions"."site"::json) = 'object')
);
--> statement-breakpoint
ALTER TABLE "api_key_projects" ADD CONSTRAINT "api_key_projects_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_projects" ADD CONSTRAINT "api_key_projects_project_no_projects_project_no_fk" FOREIGN KEY ("project_no") REFERENCES "public"."projects"("project_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_sensors" ADD CONSTRAINT "api_key_sensors_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_sensors" ADD CONSTRAINT "api_key_sensors_sensor_no_sensors_sensor_no_fk" FOREIGN KEY ("sensor_no") REFERENCES "public"."sensors"("sensor_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audio_leases" ADD CONSTRAINT "audio_leases_sensor_no_sensors_sensor_no_fk" FOREIGN KEY ("sensor_no") REFERENCES "public"."sensors"("sensor_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audio_leases" ADD CONSTRAINT "audio_leases_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_sensor_no_sensors_sensor_no_fk" FOREIGN KEY ("sensor_no") REFERENCES "public"."sensors"("sensor_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "classifications" ADD CONSTRAINT "classifications_sensor_no_sensors_sensor_no_fk" FOREIGN KEY ("sensor_no") REFERENCES "public"."sensors"("sensor_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "classifications" ADD CONSTRAINT "classifications_model_no_classification_models_model_no_fk" FOREIGN KEY ("model_no") REFERENCES "public"."classification_models"("model_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exclusions" ADD CONSTRAINT "exclusions_sensor_no_sensors_sensor_no_fk" FOREIGN KEY ("sensor_no") REFERENCES "public"."sensors"("sensor_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reported_weightings" ADD CONSTRAINT "reported_weightings_sensor_no_sensors_sensor_no_fk" FOREIGN KEY ("sensor_no") REFERENCES "public"."sensors"("sensor_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "samples" ADD CONSTRAINT "samples_sensor_no_sensors_sensor_no_fk" FOREIGN KEY ("sensor_no") REFERENCES "public"."sensors"("sensor_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sensor_latest" ADD CONSTRAINT "sensor_latest_sensor_no_sensors_sensor_no_fk" FOREIGN KEY ("sensor_no") REFERENCES "public"."sensors"("sensor_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_model_no_classification_models_model_no_fk" FOREIGN KEY ("model_no") REFERENCES "public"."classification_models"("model_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sensors" ADD CONSTRAINT "sensors_project_no_projects_project_no_fk" FOREIGN KEY ("project_no") REFERENCES "public"."projects"("project_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_versions" ADD CONSTRAINT "site_versions_project_no_projects_project_no_fk" FOREIGN KEY ("project_no") REFERENCES "public"."projects"("project_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audio_leases_expiry" ON "audio_leases" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "recordings_retention" ON "recordings" USING btree ("retain_until");--> statement-breakpoint
CREATE INDEX "unclaimed_objects_removal" ON "unclaimed_objects" USING btree ("remove_at");--> statement-breakpoint
CREATE INDEX "sensors_project" ON "sensors" USING btree ("project_no");
