CREATE TABLE "exclusions" (
	"sensor_key" integer NOT NULL,
	"start_at" timestamp (0) with time zone NOT NULL,
	"end_at" timestamp (0) with time zone NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	CONSTRAINT "exclusions_sensor_key_start_at_end_at_reason_pk" PRIMARY KEY("sensor_key","start_at","end_at","reason"),
	CONSTRAINT "exclusions_length" CHECK ("exclusions"."start_at" < "exclusions"."end_at")
);
--> statement-breakpoint
CREATE TABLE "site_versions" (
	"project_key" integer NOT NULL,
	"version" integer NOT NULL,
	"applied_at" timestamp (3) with time zone NOT NULL,
	"site" text NOT NULL,
	"changes" text[] NOT NULL,
	CONSTRAINT "site_versions_project_key_version_pk" PRIMARY KEY("project_key","version"),
	CONSTRAINT "site_versions_site" CHECK (json_typeof("site_versions"."site"::json) = 'object')
);
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "criteria" text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "exclusions" ADD CONSTRAINT "exclusions_sensor_key_sensors_key_fk" FOREIGN KEY ("sensor_key") REFERENCES "public"."sensors"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_versions" ADD CONSTRAINT "site_versions_project_key_projects_key_fk" FOREIGN KEY ("project_key") REFERENCES "public"."projects"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_criteria" CHECK (json_typeof("projects"."criteria"::json) = 'array');