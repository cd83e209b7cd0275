PRAGMA foreign_keys=OFF;
PRAGMA user_version=6;
BEGIN TRANSACTION;
CREATE TABLE accepted (
	identity VARCHAR NOT NULL, 
	version VARCHAR NOT NULL, 
	time FLOAT NOT NULL, 
	PRIMARY KEY (identity)
);
CREATE TABLE actions (
	code VARCHAR NOT NULL, 
	ply INTEGER NOT NULL, 
	action VARCHAR NOT NULL, 
	PRIMARY KEY (code, ply), 
	FOREIGN KEY(code) REFERENCES tables (code) ON DELETE CASCADE
);
INSERT INTO "actions" VALUES('ZTCFHE',0,'["take", [1, 2, 4]]');
INSERT INTO "actions" VALUES('ZTCFHE',1,'["reserve", 38]');
INSERT INTO "actions" VALUES('ZTCFHE',2,'["take", [2, 3, 4]]');
INSERT INTO "actions" VALUES('ZTCFHE',3,'["reserve", 50]');
INSERT INTO "actions" VALUES('ZTCFHE',4,'["reserve", 47]');
INSERT INTO "actions" VALUES('NKPEWD',0,'["bid", 14, 13]');
INSERT INTO "actions" VALUES('NKPEWD',1,'["bid", 12, 12]');
INSERT INTO "actions" VALUES('NKPEWD',2,'["pass"]');
INSERT INTO "actions" VALUES('NKPEWD',3,'["bid", 22, 1]');
INSERT INTO "actions" VALUES('NKPEWD',4,'["bid", 20, 13]');
INSERT INTO "actions" VALUES('NKPEWD',5,'["bid", 24, 1]');
INSERT INTO "actions" VALUES('NKPEWD',6,'["bid", 23, 2]');
INSERT INTO "actions" VALUES('NKPEWD',7,'["bid", 25, 3]');
INSERT INTO "actions" VALUES('NKPEWD',8,'["bid", 27, 10]');
INSERT INTO "actions" VALUES('NKPEWD',9,'["bid", 30, 12]');
INSERT INTO "actions" VALUES('NKPEWD',10,'["bid", 2, 9]');
INSERT INTO "actions" VALUES('NKPEWD',11,'["bid", 3, 11]');
INSERT INTO "actions" VALUES('NKPEWD',12,'["bid", 24, 7]');
INSERT INTO "actions" VALUES('NKPEWD',13,'["bid", 6, 11]');
INSERT INTO "actions" VALUES('NKPEWD',14,'["bid", 2, 4]');
INSERT INTO "actions" VALUES('NKPEWD',15,'["bid", 0, 7]');
INSERT INTO "actions" VALUES('NKPEWD',16,'["bid", 19, 10]');
INSERT INTO "actions" VALUES('NKPEWD',17,'["bid", 16, 6]');
INSERT INTO "actions" VALUES('NKPEWD',18,'["bid", 17, 9]');
INSERT INTO "actions" VALUES('NKPEWD',19,'["bid", 16, 6]');
INSERT INTO "actions" VALUES('NKPEWD',20,'["bid", 15, 9]');
INSERT INTO "actions" VALUES('NKPEWD',21,'["bid", 8, 2]');
INSERT INTO "actions" VALUES('NKPEWD',22,'["bid", 7, 7]');
INSERT INTO "actions" VALUES('NKPEWD',23,'["bid", 1, 8]');
INSERT INTO "actions" VALUES('NKPEWD',24,'["bid", 2, 10]');
INSERT INTO "actions" VALUES('NKPEWD',25,'["bid", 18, 4]');
INSERT INTO "actions" VALUES('NKPEWD',26,'["bid", 26, 6]');
INSERT INTO "actions" VALUES('NKPEWD',27,'["bid", 29, 7]');
INSERT INTO "actions" VALUES('NKPEWD',28,'["pass"]');
INSERT INTO "actions" VALUES('NKPEWD',29,'["bid", 1, 6]');
INSERT INTO "actions" VALUES('NKPEWD',30,'["pass"]');
INSERT INTO "actions" VALUES('NKPEWD',31,'["bid", 34, 8]');
INSERT INTO "actions" VALUES('NKPEWD',32,'["bid", 26, 5]');
INSERT INTO "actions" VALUES('NKPEWD',33,'["pass"]');
INSERT INTO "actions" VALUES('NKPEWD',34,'["bid", 7, 3]');
INSERT INTO "actions" VALUES('NKPEWD',35,'["bid", 8, 7]');
INSERT INTO "actions" VALUES('NKPEWD',36,'["bid", 5, 4]');
INSERT INTO "actions" VALUES('NKPEWD',37,'["bid", 23, 2]');
INSERT INTO "actions" VALUES('NKPEWD',38,'["bid", 18, 4]');
INSERT INTO "actions" VALUES('NKPEWD',39,'["bid", 28, 1]');
INSERT INTO "actions" VALUES('NKPEWD',40,'["bid", 27, 2]');
INSERT INTO "actions" VALUES('NKPEWD',41,'["bid", 25, 3]');
INSERT INTO "actions" VALUES('NKPEWD',42,'["bid", 23, 5]');
INSERT INTO "actions" VALUES('NKPEWD',43,'["bid", 11, 3]');
INSERT INTO "actions" VALUES('NKPEWD',44,'["bid", 10, 2]');
INSERT INTO "actions" VALUES('NKPEWD',45,'["bid", 9, 3]');
INSERT INTO "actions" VALUES('NKPEWD',46,'["bid", 4, 8]');
INSERT INTO "actions" VALUES('NKPEWD',47,'["bid", 27, 6]');
INSERT INTO "actions" VALUES('NKPEWD',48,'["bid", 0, 2]');
INSERT INTO "actions" VALUES('NKPEWD',49,'["bid", 22, 3]');
INSERT INTO "actions" VALUES('NKPEWD',50,'["bid", 25, 1]');
INSERT INTO "actions" VALUES('NKPEWD',51,'["bid", 13, 2]');
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('6');
CREATE TABLE audit (
	id INTEGER NOT NULL, 
	time FLOAT NOT NULL, 
	operator VARCHAR NOT NULL, 
	text VARCHAR NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE closed (
	id INTEGER NOT NULL, 
	code VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	touched FLOAT NOT NULL, 
	closed FLOAT NOT NULL, 
	reason VARCHAR NOT NULL, 
	data VARCHAR NOT NULL, 
	log VARCHAR NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE daily_deals (
	day VARCHAR NOT NULL, 
	seed INTEGER NOT NULL, 
	puzzles VARCHAR NOT NULL, 
	PRIMARY KEY (day)
);
INSERT INTO "daily_deals" VALUES('2026-11-26',1706119588054130008,'380d6e19 473e3d47 51071cd2 c226d928 52afb2f5');
CREATE TABLE daily_repeats (
	record INTEGER NOT NULL, 
	day VARCHAR NOT NULL, 
	player INTEGER NOT NULL, 
	PRIMARY KEY (record), 
	FOREIGN KEY(player) REFERENCES players (id)
);
CREATE TABLE daily_tries (
	day VARCHAR NOT NULL, 
	player INTEGER NOT NULL, 
	code VARCHAR NOT NULL, 
	begun FLOAT NOT NULL, 
	record INTEGER, 
	title VARCHAR, 
	result VARCHAR, 
	rank INTEGER, 
	own INTEGER, 
	other INTEGER, 
	length INTEGER, 
	PRIMARY KEY (day, player), 
	FOREIGN KEY(player) REFERENCES players (id)
);
CREATE TABLE entrants (
	tournament INTEGER NOT NULL, 
	player INTEGER NOT NULL, 
	joined INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	withdrawn BOOLEAN NOT NULL, 
	PRIMARY KEY (tournament, player), 
	FOREIGN KEY(tournament) REFERENCES tournaments (id), 
	FOREIGN KEY(player) REFERENCES players (id)
);
CREATE TABLE former_names (
	id INTEGER NOT NULL, 
	player INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	folded VARCHAR NOT NULL, 
	changed FLOAT NOT NULL, 
	by_operator BOOLEAN NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(player) REFERENCES players (id)
);
CREATE TABLE hosts (
	id VARCHAR NOT NULL, 
	until FLOAT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE invitations (
	id INTEGER NOT NULL, 
	code VARCHAR NOT NULL, 
	player INTEGER NOT NULL, 
	guest INTEGER NOT NULL, 
	closed BOOLEAN NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (code, guest), 
	FOREIGN KEY(code) REFERENCES tables (code) ON DELETE CASCADE, 
	FOREIGN KEY(player) REFERENCES players (id), 
	FOREIGN KEY(guest) REFERENCES players (id)
);
CREATE TABLE jobs (
	name VARCHAR NOT NULL, 
	PRIMARY KEY (name)
);
CREATE TABLE key_codes (
	player INTEGER NOT NULL, 
	hash VARCHAR NOT NULL, 
	expires FLOAT NOT NULL, 
	PRIMARY KEY (player), 
	FOREIGN KEY(player) REFERENCES players (id)
);
CREATE TABLE keys (
	identity VARCHAR NOT NULL, 
	player INTEGER NOT NULL, 
	added FLOAT NOT NULL, 
	used FLOAT NOT NULL, 
	PRIMARY KEY (identity), 
	FOREIGN KEY(player) REFERENCES players (id)
);
INSERT INTO "keys" VALUES('SHA256:eLW1VY8sg958bjmG7HuUi30qlzNgxayLWHD03XArj6g',1,1.79567065289209127428e+09,1.79567065293384265896e+09);
INSERT INTO "keys" VALUES('SHA256:LyeB5atIhT/Ig9K+bZa8XQEtB76Knrh/JZJAfgmGlls',2,1.79567065297290229795e+09,1.79567065300481581687e+09);
INSERT INTO "keys" VALUES('SHA256:qGsYxzqovKg2f4sL7/hUCO0z8n38UrNn2joQuFQSKVM',3,1.79567065356620407098e+09,1.79567065358873295785e+09);
INSERT INTO "keys" VALUES('SHA256:MXTv2v99BZtGw1zdVWkIxy0jFyk8R5dR9JlYRKXMyT0',4,1.79567065365640592578e+09,1.79567065369158077245e+09);
INSERT INTO "keys" VALUES('SHA256:bVEozAsnrpZvXHsKRjRqpcBEJ+v68u1/cIFd2OCiBbU',5,1.79567065370964694024e+09,1.79567065374619984621e+09);
CREATE TABLE measures (
	kind VARCHAR NOT NULL, 
	subject VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	reason VARCHAR NOT NULL, 
	since FLOAT NOT NULL, 
	until FLOAT, 
	PRIMARY KEY (kind, subject)
);
CREATE TABLE notice_choices (
	player INTEGER NOT NULL, 
	address VARCHAR NOT NULL, 
	PRIMARY KEY (player), 
	FOREIGN KEY(player) REFERENCES players (id)
);
CREATE TABLE notices (
	id INTEGER NOT NULL, 
	player INTEGER NOT NULL, 
	text VARCHAR NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(player) REFERENCES players (id)
);
CREATE TABLE players (
	id INTEGER NOT NULL, 
	identity VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	folded VARCHAR NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (identity), 
	UNIQUE (folded)
);
INSERT INTO "players" VALUES(1,'SHA256:eLW1VY8sg958bjmG7HuUi30qlzNgxayLWHD03XArj6g','Hana','hana');
INSERT INTO "players" VALUES(2,'SHA256:LyeB5atIhT/Ig9K+bZa8XQEtB76Knrh/JZJAfgmGlls','Bruno','bruno');
INSERT INTO "players" VALUES(3,'SHA256:qGsYxzqovKg2f4sL7/hUCO0z8n38UrNn2joQuFQSKVM','Cleo','cleo');
INSERT INTO "players" VALUES(4,'SHA256:MXTv2v99BZtGw1zdVWkIxy0jFyk8R5dR9JlYRKXMyT0','Dora','dora');
INSERT INTO "players" VALUES(5,'SHA256:bVEozAsnrpZvXHsKRjRqpcBEJ+v68u1/cIFd2OCiBbU','Emil','emll');
CREATE TABLE puzzle_answers (
	day VARCHAR NOT NULL, 
	puzzle INTEGER NOT NULL, 
	player INTEGER NOT NULL, 
	solved BOOLEAN NOT NULL, 
	PRIMARY KEY (day, puzzle, player), 
	FOREIGN KEY(player) REFERENCES players (id)
);
CREATE TABLE rating_changes (
	id INTEGER NOT NULL, 
	player INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	time FLOAT NOT NULL, 
	rating FLOAT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(player) REFERENCES players (id)
);
INSERT INTO "rating_changes" VALUES(1,4,'metropolys',1.7956706562214357853e+09,1520.0);
INSERT INTO "rating_changes" VALUES(2,5,'metropolys',1.79567065622221732137e+09,1480.0);
CREATE TABLE ratings (
	player INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	rating FLOAT NOT NULL, 
	games INTEGER NOT NULL, 
	PRIMARY KEY (player, game), 
	FOREIGN KEY(player) REFERENCES players (id)
);
INSERT INTO "ratings" VALUES(4,'metropolys',1520.0,1);
INSERT INTO "ratings" VALUES(5,'metropolys',1480.0,1);
CREATE TABLE records (
	id INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	ended FLOAT NOT NULL, 
	lines VARCHAR NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "records" VALUES(1,'metropolys',1.79567065619767236711e+09,'{"tabletown":1,"game":"metropolys","version":1,"options":{"version":"family","memory":"on"},"seats":[["Dora",""],["Emil",""]],"seed":483880561281109661}
["bid",14,13]
["bid",12,12]
["pass"]
["bid",22,1]
["bid",20,13]
["bid",24,1]
["bid",23,2]
["bid",25,3]
["bid",27,10]
["bid",30,12]
["bid",2,9]
["bid",3,11]
["bid",24,7]
["bid",6,11]
["bid",2,4]
["bid",0,7]
["bid",19,10]
["bid",16,6]
["bid",17,9]
["bid",16,6]
["bid",15,9]
["bid",8,2]
["bid",7,7]
["bid",1,8]
["bid",2,10]
["bid",18,4]
["bid",26,6]
["bid",29,7]
["pass"]
["bid",1,6]
["pass"]
["bid",34,8]
["bid",26,5]
["pass"]
["bid",7,3]
["bid",8,7]
["bid",5,4]
["bid",23,2]
["bid",18,4]
["bid",28,1]
["bid",27,2]
["bid",25,3]
["bid",23,5]
["bid",11,3]
["bid",10,2]
["bid",9,3]
["bid",4,8]
["bid",27,6]
["bid",0,2]
["bid",22,3]
["bid",25,1]
["bid",13,2]
');
CREATE TABLE relations (
	player INTEGER NOT NULL, 
	other INTEGER NOT NULL, 
	relation VARCHAR NOT NULL, 
	PRIMARY KEY (player, other), 
	FOREIGN KEY(player) REFERENCES players (id), 
	FOREIGN KEY(other) REFERENCES players (id)
);
CREATE TABLE results (
	record INTEGER NOT NULL, 
	chair INTEGER NOT NULL, 
	player INTEGER, 
	name VARCHAR NOT NULL, 
	bot VARCHAR NOT NULL, 
	points INTEGER NOT NULL, 
	won BOOLEAN NOT NULL, 
	PRIMARY KEY (record, chair), 
	FOREIGN KEY(record) REFERENCES records (id), 
	FOREIGN KEY(player) REFERENCES players (id)
);
INSERT INTO "results" VALUES(1,0,4,'Dora','',36,1);
INSERT INTO "results" VALUES(1,1,5,'Emil','',25,0);
CREATE TABLE round_games (
	tournament INTEGER NOT NULL, 
	round INTEGER NOT NULL, 
	board INTEGER NOT NULL, 
	first INTEGER NOT NULL, 
	second INTEGER, 
	code VARCHAR NOT NULL, 
	first_score FLOAT, 
	second_score FLOAT, 
	first_points INTEGER NOT NULL, 
	second_points INTEGER NOT NULL, 
	how VARCHAR NOT NULL, 
	record INTEGER, 
	PRIMARY KEY (tournament, round, board), 
	FOREIGN KEY(tournament) REFERENCES tournaments (id), 
	FOREIGN KEY(first) REFERENCES players (id), 
	FOREIGN KEY(second) REFERENCES players (id), 
	FOREIGN KEY(record) REFERENCES records (id)
);
CREATE TABLE sessions (
	player INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	host VARCHAR NOT NULL, 
	code VARCHAR NOT NULL, 
	PRIMARY KEY (player)
);
CREATE TABLE settings (
	"key" VARCHAR NOT NULL, 
	value VARCHAR NOT NULL, 
	PRIMARY KEY ("key")
);
CREATE TABLE state (
	"key" VARCHAR NOT NULL, 
	value FLOAT NOT NULL, 
	PRIMARY KEY ("key")
);
INSERT INTO "state" VALUES('alive',1795693000.0);
INSERT INTO "state" VALUES('ran',120.0);
CREATE TABLE tables (
	code VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	stage VARCHAR NOT NULL, 
	touched FLOAT NOT NULL, 
	kept VARCHAR NOT NULL, revision INTEGER DEFAULT '1' NOT NULL, 
	PRIMARY KEY (code)
);
INSERT INTO "tables" VALUES('ZTCFHE',1,'playing',1.79567065352791619303e+09,'{"game":"splendor","options":{"module":"base"},"chairs":[{"person":1,"name":"Hana","bot":"","stand_in":"","out":false,"coached":false},{"person":2,"name":"Bruno","bot":"","stand_in":"","out":false,"coached":false}],"host":1,"lock":"","seed":3873468857207734380,"muted":false,"origin":"test","rated":[],"clock":{},"practice":false,"fixture":null,"day":"","votes":[]}',2);
INSERT INTO "tables" VALUES('VACZKM',1,'waiting',1.79567065362875556951e+09,'{"game":"splendor","options":{"module":"base"},"chairs":[{"person":3,"name":"Cleo","bot":"","stand_in":"","out":false,"coached":false},{"person":null,"name":"","bot":"","stand_in":"","out":false,"coached":false}],"host":3,"lock":"","seed":0,"muted":false,"origin":"test","rated":[],"clock":{},"practice":false,"fixture":null,"day":"","votes":[]}',1);
INSERT INTO "tables" VALUES('NKPEWD',1,'over',1.79567065619584465031e+09,'{"game":"metropolys","options":{"version":"family","memory":"on"},"chairs":[{"person":4,"name":"Dora","bot":"","stand_in":"","out":false,"coached":false},{"person":5,"name":"Emil","bot":"","stand_in":"","out":false,"coached":false}],"host":4,"lock":"","seed":483880561281109661,"muted":false,"origin":"test","rated":[["Dora",1500,1520],["Emil",1500,1480]],"clock":{},"practice":false,"fixture":null,"day":"","votes":[]}',1);
CREATE TABLE tournaments (
	id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	game VARCHAR NOT NULL, 
	options VARCHAR NOT NULL, 
	system VARCHAR NOT NULL, 
	rounds INTEGER NOT NULL, 
	clock VARCHAR NOT NULL, 
	most INTEGER NOT NULL, 
	creator INTEGER NOT NULL, 
	starts FLOAT NOT NULL, 
	stage VARCHAR NOT NULL, 
	seed INTEGER NOT NULL, 
	due FLOAT, 
	ended FLOAT, 
	winners VARCHAR NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(creator) REFERENCES players (id)
);
CREATE TABLE visits (
	player INTEGER NOT NULL, 
	first FLOAT NOT NULL, 
	last FLOAT NOT NULL, 
	PRIMARY KEY (player), 
	FOREIGN KEY(player) REFERENCES players (id)
);
INSERT INTO "visits" VALUES(1,1.79567065293384265896e+09,1.79567065293384265896e+09);
INSERT INTO "visits" VALUES(2,1.79567065300481581687e+09,1.79567065300481581687e+09);
INSERT INTO "visits" VALUES(3,1.79567065358873295785e+09,1.79567065358873295785e+09);
INSERT INTO "visits" VALUES(4,1.79567065369158077245e+09,1.79567065369158077245e+09);
INSERT INTO "visits" VALUES(5,1.79567065374619984621e+09,1.79567065374619984621e+09);
CREATE INDEX results_by_player ON results (player, record);
CREATE INDEX changes_by_player ON rating_changes (player);
CREATE INDEX keys_by_player ON keys (player);
COMMIT;
