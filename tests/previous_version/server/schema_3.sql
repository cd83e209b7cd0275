PRAGMA foreign_keys=OFF;
PRAGMA user_version=3;
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
INSERT INTO "actions" VALUES('UHAXMW',0,'["take", [1, 2, 4]]');
INSERT INTO "actions" VALUES('UHAXMW',1,'["reserve", 1]');
INSERT INTO "actions" VALUES('UHAXMW',2,'["take", [2, 3, 4]]');
INSERT INTO "actions" VALUES('UHAXMW',3,'["reserve", 66]');
INSERT INTO "actions" VALUES('UHAXMW',4,'["reserve", 51]');
INSERT INTO "actions" VALUES('EHEBTG',0,'["bid", 14, 13]');
INSERT INTO "actions" VALUES('EHEBTG',1,'["bid", 12, 12]');
INSERT INTO "actions" VALUES('EHEBTG',2,'["pass"]');
INSERT INTO "actions" VALUES('EHEBTG',3,'["bid", 22, 1]');
INSERT INTO "actions" VALUES('EHEBTG',4,'["bid", 20, 13]');
INSERT INTO "actions" VALUES('EHEBTG',5,'["bid", 24, 1]');
INSERT INTO "actions" VALUES('EHEBTG',6,'["bid", 23, 2]');
INSERT INTO "actions" VALUES('EHEBTG',7,'["bid", 25, 3]');
INSERT INTO "actions" VALUES('EHEBTG',8,'["bid", 27, 10]');
INSERT INTO "actions" VALUES('EHEBTG',9,'["bid", 30, 12]');
INSERT INTO "actions" VALUES('EHEBTG',10,'["bid", 2, 9]');
INSERT INTO "actions" VALUES('EHEBTG',11,'["bid", 3, 11]');
INSERT INTO "actions" VALUES('EHEBTG',12,'["bid", 24, 7]');
INSERT INTO "actions" VALUES('EHEBTG',13,'["bid", 6, 11]');
INSERT INTO "actions" VALUES('EHEBTG',14,'["bid", 2, 4]');
INSERT INTO "actions" VALUES('EHEBTG',15,'["bid", 0, 7]');
INSERT INTO "actions" VALUES('EHEBTG',16,'["bid", 19, 10]');
INSERT INTO "actions" VALUES('EHEBTG',17,'["bid", 16, 6]');
INSERT INTO "actions" VALUES('EHEBTG',18,'["bid", 17, 9]');
INSERT INTO "actions" VALUES('EHEBTG',19,'["bid", 16, 6]');
INSERT INTO "actions" VALUES('EHEBTG',20,'["bid", 15, 9]');
INSERT INTO "actions" VALUES('EHEBTG',21,'["bid", 8, 2]');
INSERT INTO "actions" VALUES('EHEBTG',22,'["bid", 7, 7]');
INSERT INTO "actions" VALUES('EHEBTG',23,'["bid", 1, 8]');
INSERT INTO "actions" VALUES('EHEBTG',24,'["bid", 2, 10]');
INSERT INTO "actions" VALUES('EHEBTG',25,'["bid", 18, 4]');
INSERT INTO "actions" VALUES('EHEBTG',26,'["bid", 26, 6]');
INSERT INTO "actions" VALUES('EHEBTG',27,'["bid", 29, 7]');
INSERT INTO "actions" VALUES('EHEBTG',28,'["pass"]');
INSERT INTO "actions" VALUES('EHEBTG',29,'["bid", 1, 6]');
INSERT INTO "actions" VALUES('EHEBTG',30,'["pass"]');
INSERT INTO "actions" VALUES('EHEBTG',31,'["bid", 34, 8]');
INSERT INTO "actions" VALUES('EHEBTG',32,'["bid", 26, 5]');
INSERT INTO "actions" VALUES('EHEBTG',33,'["pass"]');
INSERT INTO "actions" VALUES('EHEBTG',34,'["bid", 7, 3]');
INSERT INTO "actions" VALUES('EHEBTG',35,'["bid", 8, 7]');
INSERT INTO "actions" VALUES('EHEBTG',36,'["bid", 5, 4]');
INSERT INTO "actions" VALUES('EHEBTG',37,'["bid", 23, 2]');
INSERT INTO "actions" VALUES('EHEBTG',38,'["bid", 18, 4]');
INSERT INTO "actions" VALUES('EHEBTG',39,'["bid", 28, 1]');
INSERT INTO "actions" VALUES('EHEBTG',40,'["bid", 27, 2]');
INSERT INTO "actions" VALUES('EHEBTG',41,'["bid", 25, 3]');
INSERT INTO "actions" VALUES('EHEBTG',42,'["bid", 23, 5]');
INSERT INTO "actions" VALUES('EHEBTG',43,'["bid", 11, 3]');
INSERT INTO "actions" VALUES('EHEBTG',44,'["bid", 10, 2]');
INSERT INTO "actions" VALUES('EHEBTG',45,'["bid", 9, 3]');
INSERT INTO "actions" VALUES('EHEBTG',46,'["bid", 4, 8]');
INSERT INTO "actions" VALUES('EHEBTG',47,'["bid", 27, 6]');
INSERT INTO "actions" VALUES('EHEBTG',48,'["bid", 0, 2]');
INSERT INTO "actions" VALUES('EHEBTG',49,'["bid", 22, 3]');
INSERT INTO "actions" VALUES('EHEBTG',50,'["bid", 25, 1]');
INSERT INTO "actions" VALUES('EHEBTG',51,'["bid", 13, 2]');
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
INSERT INTO "records" VALUES(1,'metropolys',1.79567060889205360419e+09,'{"tabletown":1,"game":"metropolys","version":1,"options":{"version":"family","memory":"on"},"seats":[["Dora",""],["Emil",""]],"seed":4291295184754376396}
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
INSERT INTO "results" VALUES(1,0,4,'Dora','',28,1);
INSERT INTO "results" VALUES(1,1,5,'Emil','',13,0);
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
INSERT INTO "state" VALUES('alive',1.79567061466767573362e+09);
INSERT INTO "state" VALUES('ran',8.69756856000458355993e+00);
CREATE TABLE tables (
	code VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	stage VARCHAR NOT NULL, 
	touched FLOAT NOT NULL, 
	kept VARCHAR NOT NULL, 
	PRIMARY KEY (code)
);
INSERT INTO "tables" VALUES('UHAXMW',1,'playing',1.79567060903925609588e+09,'{"game":"splendor","options":{"module":"base"},"chairs":[{"person":1,"name":"Hana","bot":"","stand_in":"","out":false},{"person":2,"name":"Bruno","bot":"","stand_in":"","out":false}],"host":1,"lock":"","seed":3388492890577822476,"muted":false,"origin":"test","rated":[],"clock":{},"practice":false}');
INSERT INTO "tables" VALUES('PGTJAR',1,'waiting',1.79567060706479239466e+09,'{"game":"splendor","options":{"module":"base"},"chairs":[{"person":3,"name":"Cleo","bot":"","stand_in":"","out":false},{"person":null,"name":"","bot":"","stand_in":"","out":false}],"host":3,"lock":"","seed":0,"muted":false,"origin":"test","rated":[],"clock":{},"practice":false}');
INSERT INTO "tables" VALUES('EHEBTG',1,'over',1.79567060905128073697e+09,'{"game":"metropolys","options":{"version":"family","memory":"on"},"chairs":[{"person":4,"name":"Dora","bot":"","stand_in":"","out":false},{"person":5,"name":"Emil","bot":"","stand_in":"","out":false}],"host":4,"lock":"","seed":4291295184754376396,"muted":false,"origin":"test","rated":[["Dora",1500,1520],["Emil",1500,1480]],"clock":{},"practice":false}');
COMMIT;
