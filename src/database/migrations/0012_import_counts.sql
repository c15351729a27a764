CREATE TABLE "import_counts" (
	"kind" text NOT NULL,
	"result" text NOT NULL,
	"rows" bigint NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "import_counts_kind_result_pk" PRIMARY KEY("kind","result")
);
--> statement-breakpoint
CREATE TABLE "sensor_intervals" (
	"sensor_key" integer PRIMARY KEY NOT NULL,
	"seconds" integer NOT NULL,
	"newest_at" timestamp (0) with time zone NOT NULL
);
