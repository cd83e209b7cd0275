PRAGMA foreign_keys=OFF;
PRAGMA user_version=1;
BEGIN TRANSACTION;
CREATE TABLE players (
	id INTEGER NOT NULL, 
	identity VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	folded VARCHAR NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (identity), 
	UNIQUE (folded)
);
INSERT INTO players VALUES(1,'SHA256:maVjqy9uIelpmPn93Sorq4K3CsAZV5UCuNf8ADL/Yrs','Ada','ada');
INSERT INTO players VALUES(2,'SHA256:Aw11YoblnyKkZMNuH7/2BqeV38cKrwEIvYbyqhk9BfQ','Ben','ben');
INSERT INTO players VALUES(3,'SHA256:qGsYxzqovKg2f4sL7/hUCO0z8n38UrNn2joQuFQSKVM','Cleo','cleo');
INSERT INTO players VALUES(4,'SHA256:MXTv2v99BZtGw1zdVWkIxy0jFyk8R5dR9JlYRKXMyT0','Dora','dora');
INSERT INTO players VALUES(5,'SHA256:bVEozAsnrpZvXHsKRjRqpcBEJ+v68u1/cIFd2OCiBbU','Emil','emil');
CREATE TABLE tables (
	code VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	stage VARCHAR NOT NULL, 
	touched FLOAT NOT NULL, 
	kept VARCHAR NOT NULL, 
	PRIMARY KEY (code)
);
INSERT INTO tables VALUES('XMRLZY',1,'over',1795527681.7930629252,'{"game":"splendor","options":{"module":"base"},"chairs":[{"person":1,"name":"Ada","bot":"","stand_in":""},{"person":2,"name":"Ben","bot":"","stand_in":""}],"host":1,"lock":"","seed":1934220708505322955,"muted":false,"rated":[["Ada",1500,1520],["Ben",1500,1480]]}');
INSERT INTO tables VALUES('NGNXAR',1,'playing',1795527681.7935707569,'{"game":"metropolys","options":{"version":"family","memory":"on"},"chairs":[{"person":3,"name":"Cleo","bot":"","stand_in":""},{"person":4,"name":"Dora","bot":"","stand_in":""}],"host":3,"lock":"","seed":1432345940037032353,"muted":false,"rated":[]}');
INSERT INTO tables VALUES('CCKDRH',1,'waiting',1795527681.7922260761,'{"game":"splendor","options":{"module":"base"},"chairs":[{"person":5,"name":"Emil","bot":"","stand_in":""},{"person":null,"name":"","bot":"","stand_in":""},{"person":null,"name":"","bot":"","stand_in":""}],"host":5,"lock":"","seed":0,"muted":false,"rated":[]}');
CREATE TABLE records (
	id INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	ended FLOAT NOT NULL, 
	lines VARCHAR NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO records VALUES(1,'splendor',1795527681.7404050826,replace('{"tabletown":1,"game":"splendor","version":1,"options":{"module":"base"},"seats":[["Ada",""],["Ben",""]],"seed":1934220708505322955}\n["reserve",72]\n["take",[0,2,4]]\n["reserve",81]\n["reserve",77]\n["take",[3,3]]\n["reserve",87]\n["take",[1,2,3]]\n["take",[1,2,3]]\n["reserve",42]\n["reserve",78]\n["buy",15,[0,0,0,3,0,1]]\n["buy",2,[0,1,0,0,1,2]]\n["take",[4,4]]\n["take",[1,2,3]]\n["take",[0,3,4]]\n["take",[1,3,4]]\n["buy",18,[1,0,0,1,1,0]]\n["take",[0,1,3]]\n["return",0]\n["return",4]\n["return",1]\n["buy",39,[0,1,0,0,0,2]]\n["buy",16,[1,1,0,0,0,0]]\n["take",[0,0]]\n["take",[0,1,4]]\n["return",2]\n["take",[0,2,4]]\n["buy",28,[1,1,0,0,1,0]]\n["take",[0,1,4]]\n["return",4]\n["take",[1,4]]\n["buy",25,[0,1,0,0,0,0]]\n["buy",17,[0,0,0,2,0,0]]\n["buy",6,[0,0,1,0,0,0]]\n["buy",38,[0,0,0,2,1,0]]\n["buy",49,[1,0,0,0,3,0]]\n["take",[0,1,2]]\n["buy",27,[0,0,0,0,0,0]]\n["take",[1,3,4]]\n["buy",26,[1,0,0,0,0,0]]\n["buy",20,[0,3,0,0,0,0]]\n["buy",37,[0,0,0,0,0,0]]\n["buy",57,[0,0,3,0,0,0]]\n["take",[0,2,4]]\n["take",[2,3,4]]\n["buy",21,[0,0,0,0,0,0]]\n["take",[1,2,4]]\n["buy",65,[2,0,1,0,0,0]]\n["take",[1,2,3]]\n["return",0]\n["return",1]\n["return",2]\n["buy",11,[0,0,0,0,0,0]]\n["buy",12,[0,0,0,1,0,0]]\n["take",[1,2,3]]\n["buy",23,[0,0,0,0,3,0]]\n["take",[0,1,4]]\n["take",[0,3,4]]\n["buy",33,[0,0,0,0,0,0]]\n["buy",7,[0,0,0,0,0,0]]\n["buy",60,[0,0,0,0,1,0]]\n["buy",8,[0,0,0,0,1,0]]\n["buy",42,[0,0,0,1,0,0]]\n["buy",34,[0,0,0,0,0,0]]\n["buy",74,[1,0,1,0,1,0]]\n["take",[0,2,3]]\n["return",3]\n["reserve",76]\n["buy",36,[0,0,0,0,0,0]]\n["buy",82,[1,0,1,0,0,1]]\n["buy",5,[0,0,0,0,0,0]]\n','\n',char(10)));
CREATE TABLE actions (
	code VARCHAR NOT NULL, 
	ply INTEGER NOT NULL, 
	action VARCHAR NOT NULL, 
	PRIMARY KEY (code, ply), 
	FOREIGN KEY(code) REFERENCES tables (code) ON DELETE CASCADE
);
INSERT INTO actions VALUES('XMRLZY',0,'["reserve", 72]');
INSERT INTO actions VALUES('XMRLZY',1,'["take", [0, 2, 4]]');
INSERT INTO actions VALUES('XMRLZY',2,'["reserve", 81]');
INSERT INTO actions VALUES('XMRLZY',3,'["reserve", 77]');
INSERT INTO actions VALUES('XMRLZY',4,'["take", [3, 3]]');
INSERT INTO actions VALUES('XMRLZY',5,'["reserve", 87]');
INSERT INTO actions VALUES('XMRLZY',6,'["take", [1, 2, 3]]');
INSERT INTO actions VALUES('XMRLZY',7,'["take", [1, 2, 3]]');
INSERT INTO actions VALUES('XMRLZY',8,'["reserve", 42]');
INSERT INTO actions VALUES('XMRLZY',9,'["reserve", 78]');
INSERT INTO actions VALUES('XMRLZY',10,'["buy", 15, [0, 0, 0, 3, 0, 1]]');
INSERT INTO actions VALUES('XMRLZY',11,'["buy", 2, [0, 1, 0, 0, 1, 2]]');
INSERT INTO actions VALUES('XMRLZY',12,'["take", [4, 4]]');
INSERT INTO actions VALUES('XMRLZY',13,'["take", [1, 2, 3]]');
INSERT INTO actions VALUES('XMRLZY',14,'["take", [0, 3, 4]]');
INSERT INTO actions VALUES('XMRLZY',15,'["take", [1, 3, 4]]');
INSERT INTO actions VALUES('XMRLZY',16,'["buy", 18, [1, 0, 0, 1, 1, 0]]');
INSERT INTO actions VALUES('XMRLZY',17,'["take", [0, 1, 3]]');
INSERT INTO actions VALUES('XMRLZY',18,'["return", 0]');
INSERT INTO actions VALUES('XMRLZY',19,'["return", 4]');
INSERT INTO actions VALUES('XMRLZY',20,'["return", 1]');
INSERT INTO actions VALUES('XMRLZY',21,'["buy", 39, [0, 1, 0, 0, 0, 2]]');
INSERT INTO actions VALUES('XMRLZY',22,'["buy", 16, [1, 1, 0, 0, 0, 0]]');
INSERT INTO actions VALUES('XMRLZY',23,'["take", [0, 0]]');
INSERT INTO actions VALUES('XMRLZY',24,'["take", [0, 1, 4]]');
INSERT INTO actions VALUES('XMRLZY',25,'["return", 2]');
INSERT INTO actions VALUES('XMRLZY',26,'["take", [0, 2, 4]]');
INSERT INTO actions VALUES('XMRLZY',27,'["buy", 28, [1, 1, 0, 0, 1, 0]]');
INSERT INTO actions VALUES('XMRLZY',28,'["take", [0, 1, 4]]');
INSERT INTO actions VALUES('XMRLZY',29,'["return", 4]');
INSERT INTO actions VALUES('XMRLZY',30,'["take", [1, 4]]');
INSERT INTO actions VALUES('XMRLZY',31,'["buy", 25, [0, 1, 0, 0, 0, 0]]');
INSERT INTO actions VALUES('XMRLZY',32,'["buy", 17, [0, 0, 0, 2, 0, 0]]');
INSERT INTO actions VALUES('XMRLZY',33,'["buy", 6, [0, 0, 1, 0, 0, 0]]');
INSERT INTO actions VALUES('XMRLZY',34,'["buy", 38, [0, 0, 0, 2, 1, 0]]');
INSERT INTO actions VALUES('XMRLZY',35,'["buy", 49, [1, 0, 0, 0, 3, 0]]');
INSERT INTO actions VALUES('XMRLZY',36,'["take", [0, 1, 2]]');
INSERT INTO actions VALUES('XMRLZY',37,'["buy", 27, [0, 0, 0, 0, 0, 0]]');
INSERT INTO actions VALUES('XMRLZY',38,'["take", [1, 3, 4]]');
INSERT INTO actions VALUES('XMRLZY',39,'["buy", 26, [1, 0, 0, 0, 0, 0]]');
INSERT INTO actions VALUES('XMRLZY',40,'["buy", 20, [0, 3, 0, 0, 0, 0]]');
INSERT INTO actions VALUES('XMRLZY',41,'["buy", 37, [0, 0, 0, 0, 0, 0]]');
INSERT INTO actions VALUES('XMRLZY',42,'["buy", 57, [0, 0, 3, 0, 0, 0]]');
INSERT INTO actions VALUES('XMRLZY',43,'["take", [0, 2, 4]]');
INSERT INTO actions VALUES('XMRLZY',44,'["take", [2, 3, 4]]');
INSERT INTO actions VALUES('XMRLZY',45,'["buy", 21, [0, 0, 0, 0, 0, 0]]');
INSERT INTO actions VALUES('XMRLZY',46,'["take", [1, 2, 4]]');
INSERT INTO actions VALUES('XMRLZY',47,'["buy", 65, [2, 0, 1, 0, 0, 0]]');
INSERT INTO actions VALUES('XMRLZY',48,'["take", [1, 2, 3]]');
INSERT INTO actions VALUES('XMRLZY',49,'["return", 0]');
INSERT INTO actions VALUES('XMRLZY',50,'["return", 1]');
INSERT INTO actions VALUES('XMRLZY',51,'["return", 2]');
INSERT INTO actions VALUES('XMRLZY',52,'["buy", 11, [0, 0, 0, 0, 0, 0]]');
INSERT INTO actions VALUES('XMRLZY',53,'["buy", 12, [0, 0, 0, 1, 0, 0]]');
INSERT INTO actions VALUES('XMRLZY',54,'["take", [1, 2, 3]]');
INSERT INTO actions VALUES('XMRLZY',55,'["buy", 23, [0, 0, 0, 0, 3, 0]]');
INSERT INTO actions VALUES('XMRLZY',56,'["take", [0, 1, 4]]');
INSERT INTO actions VALUES('XMRLZY',57,'["take", [0, 3, 4]]');
INSERT INTO actions VALUES('XMRLZY',58,'["buy", 33, [0, 0, 0, 0, 0, 0]]');
INSERT INTO actions VALUES('XMRLZY',59,'["buy", 7, [0, 0, 0, 0, 0, 0]]');
INSERT INTO actions VALUES('XMRLZY',60,'["buy", 60, [0, 0, 0, 0, 1, 0]]');
INSERT INTO actions VALUES('XMRLZY',61,'["buy", 8, [0, 0, 0, 0, 1, 0]]');
INSERT INTO actions VALUES('XMRLZY',62,'["buy", 42, [0, 0, 0, 1, 0, 0]]');
INSERT INTO actions VALUES('XMRLZY',63,'["buy", 34, [0, 0, 0, 0, 0, 0]]');
INSERT INTO actions VALUES('XMRLZY',64,'["buy", 74, [1, 0, 1, 0, 1, 0]]');
INSERT INTO actions VALUES('XMRLZY',65,'["take", [0, 2, 3]]');
INSERT INTO actions VALUES('XMRLZY',66,'["return", 3]');
INSERT INTO actions VALUES('XMRLZY',67,'["reserve", 76]');
INSERT INTO actions VALUES('XMRLZY',68,'["buy", 36, [0, 0, 0, 0, 0, 0]]');
INSERT INTO actions VALUES('XMRLZY',69,'["buy", 82, [1, 0, 1, 0, 0, 1]]');
INSERT INTO actions VALUES('XMRLZY',70,'["buy", 5, [0, 0, 0, 0, 0, 0]]');
INSERT INTO actions VALUES('NGNXAR',0,'["bid", 34, 11]');
INSERT INTO actions VALUES('NGNXAR',1,'["bid", 32, 12]');
INSERT INTO actions VALUES('NGNXAR',2,'["pass"]');
INSERT INTO actions VALUES('NGNXAR',3,'["bid", 29, 3]');
INSERT INTO actions VALUES('NGNXAR',4,'["bid", 27, 6]');
INSERT INTO actions VALUES('NGNXAR',5,'["bid", 30, 10]');
INSERT INTO actions VALUES('NGNXAR',6,'["bid", 31, 13]');
INSERT INTO actions VALUES('NGNXAR',7,'["bid", 29, 4]');
INSERT INTO actions VALUES('NGNXAR',8,'["bid", 27, 6]');
INSERT INTO actions VALUES('NGNXAR',9,'["bid", 30, 9]');
INSERT INTO actions VALUES('NGNXAR',10,'["bid", 5, 13]');
INSERT INTO actions VALUES('NGNXAR',11,'["bid", 34, 5]');
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
INSERT INTO results VALUES(1,0,1,'Ada','',15,1);
INSERT INTO results VALUES(1,1,2,'Ben','',5,0);
CREATE TABLE ratings (
	player INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	rating FLOAT NOT NULL, 
	games INTEGER NOT NULL, 
	PRIMARY KEY (player, game), 
	FOREIGN KEY(player) REFERENCES players (id)
);
INSERT INTO ratings VALUES(1,'splendor',1520.0,1);
INSERT INTO ratings VALUES(2,'splendor',1480.0,1);
COMMIT;
