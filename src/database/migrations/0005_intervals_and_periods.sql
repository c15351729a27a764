ALTER TABLE "projects" ADD COLUMN "interval_seconds" integer;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "day_from_minute" smallint;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "evening_from_minute" smallint;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "night_from_minute" smallint;--> statement-breakpoint
ALTER TABLE "sensors" ADD COLUMN "interval_seconds" integer;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_interval" CHECK ("projects"."interval_seconds" between 1 and 86400);--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_periods" CHECK (case num_nulls("projects"."day_from_minute", "projects"."evening_from_minute", "projects"."night_from_minute")
        when 3 then true
        when 0 then 0 <= "projects"."day_from_minute" and "projects"."day_from_minute" < "projects"."evening_from_minute"
          and "projects"."evening_from_minute" < "projects"."night_from_minute" and "projects"."night_from_minute" < 1440
        else false end);--> statement-breakpoint
ALTER TABLE "sensors" ADD CONSTRAINT "sensors_interval" CHECK ("sensors"."interval_seconds" between 1 and 86400);