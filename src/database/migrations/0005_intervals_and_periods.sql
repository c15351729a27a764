ALTER TABLE "projects" ADD COLUMN "interval_seconds" integer;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "day_from_minute" smallint;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "evening_from_minute" smallint;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "night_from_minute" smallint;--> statement-breakpoint
ALTER TABLE "sensors" ADD COLUMN "interval_seconds" integer;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_periods" CHECK (num_nulls("projects"."day_from_minute", "projects"."evening_from_minute", "projects"."night_from_minute") in (0, 3));